"use strict";
// The columns of a chart are one stop of the tab key; the arrow keys go along them.
for (const chart of document.querySelectorAll("svg[data-keys]")) {
  const columns = [...chart.querySelectorAll(".column")];
  const told = chart.parentElement.querySelector("output");
  const show = (column) => { told.textContent = column.getAttribute("aria-label"); };
  columns.forEach((column, i) => {
    column.tabIndex = i === columns.length - 1 ? 0 : -1;
    column.addEventListener("mouseenter", () => show(column));
    column.addEventListener("focus", () => show(column));
    column.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: columns.length - 1 }[event.key];
      if (to === undefined || !columns[to]) return;
      event.preventDefault();
      column.tabIndex = -1;
      columns[to].tabIndex = 0;
      columns[to].focus();
    });
  });
}
// A button in a table's head sorts by its column.
for (const table of document.querySelectorAll("table")) {
  [...table.tHead.rows[0].cells].forEach((head, i) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const number = head.classList.contains("number");
      const key = (row) => { const text = row.cells[i].textContent; return number ? parseFloat(text.replace(/[^0-9.]/g, "")) || 0 : text; };
      const rows = [...table.tBodies[0].rows].map((row) => [key(row), row]);
      rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1));
      table.tBodies[0].append(...rows.map(([, row]) => row));
    });
  });
}
