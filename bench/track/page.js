// SPDX-License-Identifier: MIT
// Shows a chart's values under the pointer and under the keyboard's focus, and filters.
"use strict";
(() => {
    const tip = document.getElementById("tip");
    const kernel = document.getElementById("kernel");
    const items = document.getElementById("items"); // absent without a history
    const targets = "[data-tips], [data-tip]";
    let cross; // the line at the values that are shown
    let at = 0; // their index

    const element = (name, text) => {
        const made = document.createElement(name);
        made.textContent = text;
        return made;
    };

    function hide() {
        tip.hidden = true;
        cross?.remove();
    }

    // Beside (x, y) of the window, within it.
    function place(x, y) {
        tip.hidden = false;
        const width = document.documentElement.clientWidth;
        const left = x + 14 + tip.offsetWidth < width ? x + 14 : x - 14 - tip.offsetWidth;
        const top = Math.max(4, y - tip.offsetHeight - 8);
        tip.style.left = Math.max(4, Math.min(left, width - tip.offsetWidth - 4)) + scrollX + "px";
        tip.style.top = top + scrollY + "px";
    }

    function showText(target) {
        hide();
        tip.replaceChildren(target.dataset.tip);
        const box = target.getBoundingClientRect();
        place(box.left + box.width / 3, box.top);
    }

    function showValues(chart, index) {
        hide();
        const tips = JSON.parse(chart.dataset.tips);
        at = Math.max(0, Math.min(index, tips.length - 1));
        const [heading, x, values] = tips[at];
        const headings = JSON.parse(chart.closest("[data-headings]").dataset.headings);
        tip.replaceChildren(element("b", headings[heading]));
        JSON.parse(chart.dataset.series).forEach((name, i) => {
            if (values[i] === null) return;
            const line = element("div", "");
            line.append(element("span", name), element("span", values[i]));
            tip.append(line);
        });
        const view = chart.viewBox.baseVal;
        cross = document.createElementNS("http://www.w3.org/2000/svg", "line");
        cross.setAttribute("class", "cross");
        const ends = {x1: x, x2: x, y1: 10, y2: view.height - 32};
        for (const name in ends) cross.setAttribute(name, ends[name]);
        chart.prepend(cross);
        const box = chart.getBoundingClientRect();
        place(box.left + x * box.width / view.width, box.top);
    }

    function point(event) {
        const target = event.target.closest?.(targets);
        if (!target) {
            if (!document.activeElement.matches(targets)) hide();
        } else if (target.dataset.tip) {
            showText(target);
        } else {
            const box = target.getBoundingClientRect();
            const x = (event.clientX - box.left) * target.viewBox.baseVal.width / box.width;
            const away = JSON.parse(target.dataset.tips).map(entry => Math.abs(entry[1] - x));
            showValues(target, away.indexOf(Math.min(...away)));
        }
    }
    document.addEventListener("pointermove", point);
    document.addEventListener("pointerdown", point);

    document.addEventListener("focusin", event => {
        if (!event.target.matches(targets)) return hide();
        if (!event.target.matches(":focus-visible")) return;
        if (event.target.dataset.tip) showText(event.target);
        else showValues(event.target, Infinity);
    });
    document.addEventListener("focusout", hide);

    // Left and right walk along a chart's values, up and down from chart to chart of a group.
    document.addEventListener("keydown", event => {
        if (event.key === "Escape") return hide();
        const target = event.target;
        if (!target.matches(targets)) return;
        const along = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity}[event.key];
        const down = {ArrowUp: -1, ArrowDown: 1}[event.key];
        if (along !== undefined && target.dataset.tips) {
            showValues(target, along);
        } else if (down) {
            const all = visible(target.closest("[data-group]"));
            all[all.indexOf(target) + down]?.focus();
        } else {
            return;
        }
        event.preventDefault();
    });

    const visible = group => [...group.querySelectorAll(targets)].filter(
        target => !target.closest("[hidden]"));

    // A group is one stop of the Tab key.
    function filter() {
        hide();
        for (const shown of document.querySelectorAll("[data-n]")) {
            shown.hidden = items.value !== "" && shown.dataset.n !== items.value;
        }
        for (const shown of document.querySelectorAll("[data-kernel]")) {
            shown.hidden = kernel.value !== "" && shown.dataset.kernel !== kernel.value;
        }
        for (const group of document.querySelectorAll("[data-group]")) {
            const all = visible(group);
            all.forEach((target, i) => { target.tabIndex = i === 0 ? 0 : -1; });
            if (all.length === 0) group.closest("[data-kernel]").hidden = true;
        }
    }

    // A link to something that the filters hide makes them show it.
    function reveal() {
        const target = document.getElementById(location.hash.slice(1));
        if (!target?.closest("[hidden]")) return;
        kernel.value = target.closest("[data-kernel]").dataset.kernel;
        items.value = target.dataset.n;
        filter();
        target.scrollIntoView();
    }

    kernel.addEventListener("change", filter);
    items?.addEventListener("change", filter);
    addEventListener("hashchange", reveal);
    filter();
    reveal();
})();
