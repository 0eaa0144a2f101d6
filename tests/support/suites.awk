# SPDX-License-Identifier: MIT
# Makes of Criterion's verbose output a line per suite, and everything that is no plain pass. With -v terminal=1, a
# line that shows how far the run is.
function show(text) { if (terminal) printf "\r\033[K%s", text > "/dev/stderr" }

/^\[----\]|^\[RUN \]|^\[SKIP\]/ { next }
/^\[====\] Running/ { suite = $NF; sub(/:$/, "", suite); tests[suite] = $3; next }
/^\[PASS\]/ {
    split($2, part, "::")
    seconds = $0
    sub(/.*\(/, "", seconds)
    spent[part[1]] += seconds
    passed[part[1]]++
    show(sprintf("%d tests passed; %s", ++all, part[1]))
    if (passed[part[1]] == tests[part[1]]) {
        show("")
        printf "%-28s %3d tests %7.1f s\n", part[1], passed[part[1]], spent[part[1]]
        fflush()
    }
    next
}
{ show(""); print; fflush() }
END { show("") }
