// SPDX-License-Identifier: MIT
// Runs the rows and the machine's ceilings under Google Benchmark.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "../tests/support/isas.h"
#include "../tests/support/progress.h"
#include "kinds.h"
#include "machine.h"
#include "own.h"
#include "plain.h"

namespace {

constexpr double few = 2;                  // hits that a small row may be off by
constexpr double tolerated = 1e-3;         // share of the items: boundaries may fall either way
constexpr double tolerated_hostile = 6e-2; // share of fused hostile items, beyond all promises:
                                           // boxes that end before they begin, sums that overflow
constexpr int memory_level = 4;            // behind three caches

[[noreturn]] void give_up(const std::string &what) {
    std::fprintf(stderr, "bench: %s\n", what.c_str());
    std::exit(1);
}

// --- progress ---

// Rows that the filter chooses, and how many of their repetitions are done.
struct Progress {
    struct progress shown = {};
    size_t repetitions = 1, total = 0, done = 0;
    std::map<const void *, benchmark::IterationCount> iterations;

    // A row runs with growing numbers of iterations until they take long enough. It then runs all
    // further repetitions with that last number, so a number that recurs marks a repetition.
    void count(const void *row, const benchmark::State &state) {
        const auto found = iterations.insert({row, 0}).first;
        if (found->second == state.max_iterations) done++;
        found->second = state.max_iterations;
        const size_t first = iterations.size(); // the first repetition of each row
        progress_show(&shown, "runs", std::min(done + first, total), total);
    }
} rows_progress;

// Results go to the file. The console's own reporter would warn that Google Benchmark was
// built with assertions, as Debian builds it; the timed loops run none of its code.
class Quiet : public benchmark::BenchmarkReporter {
    bool ReportContext(const Context &) override {
        return true;
    }
    void ReportRuns(const std::vector<Run> &) override {
    }
};

// --- rows ---

double items_of(const benchmark::State &state, double each) {
    return static_cast<double>(state.iterations()) * each;
}

// The items of a run.
template <class Row> double items_of_run(const Row &r) {
    return static_cast<double>(r.n) * std::max(r.frames, 1u);
}

// The share of items that hit in the open row; counted once per row.
double hit_rate(const row *r) {
    static std::map<const row *, double> rates;
    const auto found = rates.find(r);
    if (found != rates.end()) return found->second;
    return rates[r] = static_cast<double>(row_found()) / static_cast<double>(r->n);
}

// How many hits a row may find more or fewer than expected.
double tolerance(const row *r) {
    const auto n = static_cast<double>(r->n);
    if (!r->hostile) return few + tolerated * n;
    return r->reproducible ? 0 : tolerated_hostile * n; // the same bits on every table
}

// Wrong results must not look fast: a row is timed only if it finds what the reference finds.
void check_row(const row *r) {
    static std::set<const row *> seen;
    if (!seen.insert(r).second) return;
    const auto hits = static_cast<double>(row_found());
    const auto expected = static_cast<double>(row_expected());
    if (std::abs(hits - expected) > tolerance(r)) {
        give_up(std::string(r->name) + " finds " + std::to_string(row_found()) + " hits, " +
                std::to_string(row_expected()) + " are expected");
    }
}

void run_row(benchmark::State &state, const row *r) {
    rows_progress.count(r, state);
    row_open(r);
    check_row(r);
    for (auto _ : state) {
        row_run();
        benchmark::ClobberMemory();
    }
    const double n = items_of_run(*r);
    state.SetItemsProcessed(static_cast<int64_t>(items_of(state, n)));
    state.SetBytesProcessed(static_cast<int64_t>(items_of(state, n * r->bytes)));
    state.counters["n"] = n;
    state.counters["hits"] = hit_rate(r);
    state.counters["bytes"] = r->bytes;
    state.counters["footprint"] = row_footprint();
    state.counters["multiplies"] = r->multiplies;
    state.counters["adds"] = r->adds;
    state.counters["others"] = r->others;
    state.counters["reproducible"] = r->reproducible;
    if (r->isa != LBX_ISA_BEST) state.SetLabel(lbx_isa_name(r->isa));
}

void run_own(benchmark::State &state, own_row row) {
    rows_progress.count(row.name, state);
    if (row.open) row.open(row.context);
    for (auto _ : state) {
        row.run(row.context);
        benchmark::ClobberMemory();
    }
    const double n = items_of_run(row);
    state.SetItemsProcessed(static_cast<int64_t>(items_of(state, n)));
    state.SetBytesProcessed(static_cast<int64_t>(items_of(state, n * row.bytes)));
    state.counters["n"] = n;
    state.counters["bytes"] = row.bytes;
}

// --- ceilings ---

struct Load {
    const ceilings *table;
    lbx_isa isa;
    int level;
    bool one; // one stream
    size_t cache;
};

// Well over the level below and well within this level; for memory, far more than all caches hold.
size_t load_bytes(int level) {
    const double below = static_cast<double>(machine_cache(level - 1));
    const double cache = static_cast<double>(machine_cache(level));
    if (level == 1) return machine_cache(1) / 2;
    if (level < memory_level) return static_cast<size_t>(std::sqrt(below * cache));
    const size_t last = std::max({machine_cache(3), machine_cache(2), size_t{8} << 20});
    return std::min(4 * last, size_t{1} << 30);
}

// The memory of a level, the same for all instruction sets.
float *const *load_arrays(int level, bool one, size_t count) {
    static float *arrays[memory_level + 1][2][LOAD_STREAMS];
    float **found = arrays[level][one];
    if (!found[0]) {
        const size_t streams = one ? 1 : LOAD_STREAMS;
        if (lbx_soa_alloc(streams, count, found)) give_up("no memory for the ceilings");
        for (size_t s = 0; s < streams; s++) std::fill_n(found[s], count, 1.0f);
    }
    return found;
}

void run_load(benchmark::State &state, Load load) {
    const size_t streams = load.one ? 1 : LOAD_STREAMS;
    const size_t count = load_bytes(load.level) / sizeof(float) / streams / 64 * 64;
    float *const *arrays = load_arrays(load.level, load.one, count);
    const auto run = load.one ? load.table->load_one : load.table->load;
    for (auto _ : state) {
        run(arrays, count);
        benchmark::ClobberMemory();
    }
    const auto bytes = static_cast<double>(count * streams * sizeof(float));
    state.SetBytesProcessed(static_cast<int64_t>(items_of(state, bytes)));
    state.counters["level"] = load.level;
    state.counters["cache"] = static_cast<double>(load.cache);
    state.SetLabel(lbx_isa_name(load.isa));
}

void run_operations(benchmark::State &state, size_t (*run)(), unsigned lanes) {
    double operations = 0;
    for (auto _ : state) operations = static_cast<double>(run());
    state.SetItemsProcessed(static_cast<int64_t>(items_of(state, operations * lanes)));
}

void add_operations(const char *name, lbx_isa isa, size_t (*run)()) {
    const ceilings *table = machine_ceilings(isa);
    const bool fuses = table->fuses != 0;
    benchmark::RegisterBenchmark(("ceiling/" + std::string(name) + "/" + lbx_isa_name(isa)).c_str(),
                                 [=](benchmark::State &state) {
                                     run_operations(state, run, table->lanes);
                                     state.counters["fuses"] = fuses;
                                     state.SetLabel(lbx_isa_name(isa));
                                 });
}

void add_ceilings() {
    benchmark::RegisterBenchmark("ceiling/clock",
                                 [](benchmark::State &s) { run_operations(s, machine_clock, 1); });
    for (int k = 0; k < ISAS; k++) {
        const lbx_isa isa = (lbx_isa)k;
        const ceilings *table = machine_ceilings(isa);
        if (!table || !lbx_isa_available(isa)) continue;
        add_operations("multiply", isa, table->multiply);
        add_operations("add_compare", isa, table->add_compare);
        add_operations("all_pipes", isa, table->all_pipes);
        add_operations("all_logic", isa, table->all_logic);
        for (int level = 1; level <= memory_level; level++) {
            const size_t cache = level < memory_level ? machine_cache(level) : 0;
            if (level < memory_level && cache == 0) continue;
            const std::string where =
                level < memory_level ? "load_l" + std::to_string(level) : "load_memory";
            for (const bool one : {false, true}) {
                const std::string name = "ceiling/" + where + (one ? "_one/" : "/") +
                                         lbx_isa_name(isa) + "/" +
                                         std::to_string(load_bytes(level));
                benchmark::RegisterBenchmark(name.c_str(), run_load,
                                             Load{table, isa, level, one, cache});
            }
        }
    }
}

// --- what is asked for ---

void add_context() {
    char cpu[128];
    machine_cpu(cpu, sizeof cpu);
    benchmark::AddCustomContext("cpu", cpu);
    benchmark::AddCustomContext("compiler", machine_compiler());
    benchmark::AddCustomContext("isa", lbx_isa_name(lbx_isa_active()));
    const plain *const tables[] = {&plain_gcc, &plain_clang};
    const char *const names[] = {"plain-gcc", "plain-clang"};
    for (int i = 0; i < 2; i++) {
        if (tables[i]) benchmark::AddCustomContext(names[i], tables[i]->compiler);
    }
}

// The names that --benchmark_filter matches, interpreted as Google Benchmark does.
std::set<std::string> matching(const std::vector<std::string> &names) {
    std::string filter = benchmark::GetBenchmarkFilter();
    if (filter.empty() || filter == "all") filter = ".";
    std::set<std::string> rows;
    try {
        const std::regex wanted(filter, std::regex::extended | std::regex::nosubs);
        for (const std::string &name : names) {
            if (std::regex_search(name, wanted)) rows.insert(name);
        }
    } catch (const std::regex_error &error) {
        give_up("not a regular expression: " + filter + ": " + error.what());
    }
    if (rows.empty()) give_up("no row matches " + filter);
    return rows;
}

// The names that a file lists, one per line.
std::set<std::string> listed(const std::string &path, const std::vector<std::string> &names) {
    const std::set<std::string> known(names.begin(), names.end());
    std::ifstream file(path);
    std::set<std::string> rows;
    for (std::string name; std::getline(file, name);) {
        if (!known.count(name)) give_up("no row is called " + name);
        rows.insert(name);
    }
    if (rows.empty()) give_up(path + " lists no rows");
    return rows;
}

// Takes an option of ours, "--name" or "--name=value", from the command line; Google Benchmark
// rejects unknown options. Returns the value, or the name itself; NULL if the option is absent.
const char *take(const char *option, int *argc, char **argv) {
    const size_t length = std::strlen(option);
    for (int i = 1; i < *argc; i++) {
        const char *const given = argv[i];
        if (std::strncmp(given, option, length) != 0) continue;
        if (given[length] != '=' && given[length] != '\0') continue;
        std::copy(argv + i + 1, argv + *argc, argv + i);
        --*argc;
        return given[length] ? given + length + 1 : given;
    }
    return nullptr;
}

size_t repetitions_of(int argc, char **argv) {
    static const char flag[] = "--benchmark_repetitions=";
    size_t repetitions = 1;
    for (int i = 1; i < argc; i++) {
        if (std::strncmp(argv[i], flag, sizeof flag - 1) != 0) continue;
        repetitions = std::strtoul(argv[i] + sizeof flag - 1, nullptr, 10);
    }
    return repetitions;
}

std::vector<own_row> own;

void add_own(const own_row *row) {
    static const std::regex form("[^/]+/[^/]+/[^/]+/([0-9]+)");
    std::cmatch parts;
    if (!std::regex_match(row->name, parts, form) || row->n == 0 ||
        parts[1] != std::to_string(row->n))
        give_up(std::string(row->name) + " is not kernel/pattern/isa/n with the row's n");
    for (const own_row &other : own) {
        if (std::strcmp(other.name, row->name) == 0)
            give_up(std::string(row->name) + " is there twice");
    }
    own.push_back(*row);
}

} // namespace

// lanebox-bench [--list] [--ceilings] [--rows=FILE] [Google Benchmark's options]: times the rows
// that --benchmark_filter matches, or that FILE lists. --list prints their names instead;
// --ceilings times the machine's ceilings too.
int main(int argc, char **argv) {
    const bool list = take("--list", &argc, argv), ceilings = take("--ceilings", &argc, argv);
    const char *const file = take("--rows", &argc, argv);
    rows_progress.repetitions = repetitions_of(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;

    size_t count;
    const row *rows = rows_all(&count);
    if (own_rows) own_rows(add_own);
    std::vector<std::string> names;
    for (const row *r = rows; r < rows + count; r++) names.push_back(r->name);
    for (const own_row &row : own) names.push_back(row.name);
    const std::set<std::string> chosen = file ? listed(file, names) : matching(names);

    if (list) {
        for (const std::string &name : names) {
            if (chosen.count(name)) std::puts(name.c_str());
        }
        return 0;
    }
    add_context();
    if (ceilings) add_ceilings();
    for (const row *r = rows; r < rows + count; r++) {
        if (chosen.count(r->name)) benchmark::RegisterBenchmark(r->name, run_row, r);
    }
    for (const own_row &row : own) {
        if (chosen.count(row.name)) benchmark::RegisterBenchmark(row.name, run_own, row);
    }
    rows_progress.total = chosen.size() * rows_progress.repetitions;
    benchmark::SetBenchmarkFilter("all");
    Quiet quiet;
    benchmark::RunSpecifiedBenchmarks(&quiet);
    progress_end();
    benchmark::Shutdown();
}
