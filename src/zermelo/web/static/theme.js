// Before anything is painted: the colours that the visitor chose.
try {
  const theme = JSON.parse(localStorage.getItem("zermelo.theme"));
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off: as the screen is set.
}
