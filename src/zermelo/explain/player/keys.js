// What the keys do.

/** Does what a key stands for. */
export function press(player, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || player.help.open) return;
  const { prediction } = player;
  if (event.key === "Escape" && prediction.on) prediction.toggle(false);
  else if (event.key === "Escape") player.show.present(false);
  const field = event.target.closest?.("input:not([type=range]), select, textarea");
  if (field && (field.type !== "checkbox" || event.key === " ")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const act = actions(player, event.shiftKey)[key]
    ?? (prediction.on && /^[1-9]$/.test(key) ? () => prediction.quiz.choose(Number(key)) : null);
  if (!act) return;
  event.preventDefault();
  act();
}

/** What each key does; null where it stands for nothing now. */
function actions(player, shift) {
  const { pane: { stage }, replay, step } = player;
  const at = stage.outline.focus;
  const visit = at === null ? null : () => player.visit(at);
  const walk = (direction) => at === null ? null : () => stage.outline.walk(at, direction, shift);
  return {
    ArrowLeft: () => (shift ? player.jump(-1) : player.go(step - 1)),
    ArrowRight: () => (shift ? player.jump(1) : player.go(step + 1)),
    Home: () => player.go(0),
    End: () => player.go(Infinity),
    ArrowUp: walk(-1),
    ArrowDown: walk(1),
    Enter: visit,
    " ": visit ?? (shift || player.contains(document.activeElement?.closest("button, summary, a")) ? null : () => player.play()),
    v: () => player.show.present(),
    f: () => stage.camera.fit(),
    "+": () => stage.camera.zoom(1.3),
    "=": () => stage.camera.zoom(1.3),
    "-": () => stage.camera.zoom(1 / 1.3),
    z: () => stage.showCurrent(),
    l: () => stage.showLine(),
    c: () => stage.fold(at ?? replay.current ?? 0),
    p: () => player.prediction.toggle(),
    "?": () => player.help.showModal(),
  };
}
