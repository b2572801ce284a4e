// One run on the screen: its drawing with its tools, and the replay behind it.

import { button, h, parseDrawing, quietly } from "./elements.js";
import { TreeMap } from "./map.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";
import { t } from "./values.js";

const FEW = 30; // places to begin with, where all are too many to be read

export class Pane {
  /** `on` is what a stage takes, and activate(): the reader turns to this pane. */
  constructor(run, number, on) {
    const svg = typeof run.svg === "string" ? parseDrawing(run.svg) : quietly(run.svg.cloneNode(true));
    this.run = run;
    this.replay = new Replay(run);
    const caption = h("figcaption", {}, run.label, run.note ? h("span", { class: "note" }, run.note) : null);
    this.element = h("figure", { class: "pane", "data-pane": number,
      onfocusin: () => on.activate(), onpointerdown: () => on.activate() }, caption, svg);
    this.stage = new Stage(svg, this.replay, { ...on, move: () => { this.map?.draw(); on.move(); } });
    this.map = new TreeMap(this.stage);
    this.element.append(h("div", { class: "strip" }, this.map.element, this.tools(on)));
  }

  tools(on) {
    const tool = (name, text, press, keys) =>
      button(name, text, () => { on.activate(); press(this.stage); }, { "aria-keyshortcuts": keys });
    return h("div", { class: "zooms", role: "group", "aria-label": t("View") },
      tool("zoomIn", t("Zoom in (+)"), ({ camera }) => camera.zoom(1.3), "+"),
      tool("zoomOut", t("Zoom out (−)"), ({ camera }) => camera.zoom(1 / 1.3), "-"),
      tool("fit", t("Show the whole tree (F)"), ({ camera }) => camera.fit(), "f"),
      tool("target", t("Go to the current node (Z)"), (stage) => stage.showCurrent(), "z"),
      tool("line", t("Show the expected line (L)"), (stage) => stage.showLine(), "l"),
      tool("focus", t("Fold all but the current node and the expected line, or unfold all"), (stage) => stage.focusOn()));
  }

  /** Shows the first step to be seen, and where the reader was. */
  begin(step, { folds, view }) {
    const { replay, stage } = this;
    replay.goto(Math.min(Math.max(step, 0), replay.last));
    stage.show(replay.places.keys());
    stage.camera.resize();
    if (folds) stage.foldAll(folds);
    else if (!stage.camera.fits) stage.beginFolded(FEW);
    if (view) stage.camera.jump(view);
  }

  /** Goes to a step, or to the last where there are fewer. */
  go(step) {
    const { replay, stage } = this;
    stage.show(replay.goto(Math.min(step, replay.last)));
    stage.follow();
    this.map.draw();
  }
}
