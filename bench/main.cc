// SPDX-License-Identifier: MIT
// Runs the rows and the machine's ceilings under Google Benchmark.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "machine.h"
#include "plain.h"
#include "rows.h"

namespace {

constexpr lbx_isa isas[] = {LBX_ISA_SCALAR, LBX_ISA_SSE2, LBX_ISA_AVX2, LBX_ISA_AVX512,
                            LBX_ISA_NEON};
constexpr double few = 2; // hits of a small row
constexpr double tolerated = 1e-3;         // of the items: a boundary falls either way
constexpr double tolerated_hostile = 6e-2; // of those beyond all promises, when they are fused:
                                           // boxes that end before they begin, sums that overflow
constexpr int memory_level = 4;            // behind three caches

[[noreturn]] void give_up(const std::string &what) {
    std::fprintf(stderr, "bench: %s\n", what.c_str());
    std::exit(1);
}

double items_of(const benchmark::State &state, double each) {
    return static_cast<double>(state.iterations()) * each;
}

// The part of the items that hit in the row that is open; counted once.
double hit_rate(const row *r) {
    static std::map<const row *, double> rates;
    const auto found = rates.find(r);
    if (found != rates.end()) return found->second;
    return rates[r] = static_cast<double>(row_hits()) / static_cast<double>(r->n);
}

// The hits that a row may find more or less than expected.
double tolerance(const row *r) {
    const auto n = static_cast<double>(r->n);
    if (!r->hostile) return few + tolerated * n;
    return r->reproducible ? 0 : tolerated_hostile * n; // the same bits on every table
}

// What is slow or wrong must not look fast: a row finds what the reference finds, or is not timed.
void check_row(const row *r) {
    static std::set<const row *> seen;
    if (!seen.insert(r).second) return;
    const auto hits = static_cast<double>(row_hits());
    const auto expected = static_cast<double>(row_expected());
    if (std::abs(hits - expected) > tolerance(r)) {
        give_up(std::string(r->name) + " finds " + std::to_string(row_hits()) + " hits, " +
                std::to_string(row_expected()) + " are expected");
    }
}

void run_row(benchmark::State &state, const row *r) {
    row_open(r);
    check_row(r);
    for (auto _ : state) {
        row_run();
        benchmark::ClobberMemory();
    }
    const auto n = static_cast<double>(r->n);
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

struct Load {
    const ceilings *table;
    lbx_isa isa;
    int level;
    bool one; // stream
    size_t cache;
};

// Well over the level below, well within the level; of memory, far more than all caches hold.
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
    for (const lbx_isa isa : isas) {
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

void add_context() {
    char cpu[128];
    machine_cpu(cpu, sizeof cpu);
    benchmark::AddCustomContext("cpu", cpu);
    benchmark::AddCustomContext("compiler", machine_compiler());
    const plain *const tables[] = {&plain_gcc, &plain_clang};
    const char *const names[] = {"plain-gcc", "plain-clang"};
    for (int i = 0; i < 2; i++) {
        if (tables[i]) benchmark::AddCustomContext(names[i], tables[i]->compiler);
    }
}

} // namespace

int main(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    size_t count;
    const row *rows = rows_all(&count);
    add_context();
    add_ceilings();
    for (const row *r = rows; r < rows + count; r++) {
        benchmark::RegisterBenchmark(r->name, run_row, r);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
