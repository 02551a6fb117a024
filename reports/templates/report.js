document.querySelectorAll("table.sortable").forEach(table => {
  const heads = [...table.tHead.rows[0].cells], body = table.tBodies[0];
  const value = cell => "sort" in cell.dataset ? (cell.dataset.sort === "" ? -Infinity : +cell.dataset.sort) : cell.textContent;
  const compare = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en");
  heads.forEach((head, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const before = head.getAttribute("aria-sort"), first = head.classList.contains("num") ? "descending" : "ascending";
      const now = before === "ascending" ? "descending" : before === "descending" ? "ascending" : first;
      heads.forEach(other => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", now);
      const sign = now === "ascending" ? 1 : -1;
      [...body.rows].sort((a, b) => sign * compare(value(a.cells[place]), value(b.cells[place]))).forEach(row => body.append(row));
    });
  });
});
addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(part => { part.open = true; }));
