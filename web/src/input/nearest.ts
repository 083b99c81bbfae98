// What lies next in a direction on the screen: how arrows move the focus.

export type Heading = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** A part of the screen. */
export type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;

/** Distances beside the way count more than those along it. */
const BESIDE = 3;

/** A box turned so that the heading leads to the right: what is ahead has larger numbers. */
function turned({ left, top, right, bottom }: Box, heading: Heading): Box {
  switch (heading) {
    case "ArrowRight":
      return { left, top, right, bottom };
    case "ArrowLeft":
      return { left: -right, top, right: -left, bottom };
    case "ArrowDown":
      return { left: top, top: left, right: bottom, bottom: right };
    case "ArrowUp":
      return { left: -bottom, top: left, right: -top, bottom: right };
  }
}

/** Returns the index of the box that lies next in a direction; -1 if there is none. */
export function nearest(from: Box, boxes: readonly Box[], heading: Heading): number {
  const own = turned(from, heading);
  const distance = (box: Box) => {
    const other = turned(box, heading);
    const ahead = other.left - own.right;
    // Boxes may touch, but one that lies beside this one is not ahead of it.
    if (ahead < -1 && (other.left + other.right) / 2 <= own.right) return Infinity;
    const beside = Math.max(0, own.top - other.bottom, other.top - own.bottom);
    const apart = Math.abs((other.top + other.bottom - own.top - own.bottom) / 2);
    return Math.max(0, ahead) + BESIDE * beside + apart / 100;
  };
  const distances = boxes.map(distance);
  const least = Math.min(...distances);
  return Number.isFinite(least) ? distances.indexOf(least) : -1;
}
