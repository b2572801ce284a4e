// The player as a widget: its step, and the place last chosen, are one with the model's.
function render({ model, el }) {
  const player = document.createElement("zermelo-player");
  player.setAttribute("rerun", "");
  // Keys are for the player, not for the notebook around it.
  el.dataset.lmSuppressShortcuts = "true";
  el.append(player);

  const tell = (name, value) => {
    if (model.get(name) === value) return;
    model.set(name, value);
    model.save_changes();
  };
  const open = () => {
    player.story = structuredClone(model.get("document"));
    player.step = model.get("step");
  };
  const goto = () => { if (player.step !== model.get("step")) player.step = model.get("step"); };
  let choice = null;
  const visit = () => {
    const place = model.get("place");
    if (place !== choice && place !== null) player.visit(place);
    choice = place;
  };
  const complain = () => player.say(model.get("problem"));

  player.addEventListener("zermelo-step", ({ detail }) => tell("step", detail.step));
  player.addEventListener("zermelo-rerun", ({ detail }) => tell("settings", detail));
  player.addEventListener("click", ({ target }) => {
    const place = target.closest?.(".place[data-place]");
    if (!place) return;
    choice = Number(place.dataset.place);
    tell("place", choice);
  });
  const listeners = { document: open, step: goto, place: visit, problem: complain };
  for (const [name, listener] of Object.entries(listeners)) model.on(`change:${name}`, listener);
  open();
  return () => {
    for (const [name, listener] of Object.entries(listeners)) model.off(`change:${name}`, listener);
  };
}
export default { render };
