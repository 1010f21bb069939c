/** All layers of the tree of outputs, from its definition: each hashed anew, with nothing kept. */
export function slowLayers<Element>(
  leaves: readonly (readonly bigint[])[],
  widths: { readonly selene: number; readonly helios: number },
  hash: (layer: number, scalars: readonly bigint[]) => Element,
  scalarOf: (element: Element) => bigint,
): Element[][] {
  const layers: Element[][] = [];
  let children = leaves;
  while (children.length > 0) {
    const layer = layers.length;
    const width = layer % 2 === 0 ? widths.selene : widths.helios;
    const parents: Element[] = [];
    for (let at = 0; at < children.length; at += width)
      parents.push(hash(layer, children.slice(at, at + width).flat()));
    layers.push(parents);
    if (parents.length === 1) break;
    children = parents.map((parent) => [scalarOf(parent)]);
  }
  return layers;
}
