/** So many at once: a node that is asked more of a visitor's refuses, and what is said of them doesn't hold a page up. */
export const part = 25

/** Reads many things in parallel, a part of them at a time; between the parts whatever else waits has its turn. */
export async function inParts<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<readonly Read[]> {
  const all: Read[] = []
  for (let from = 0; from < items.length; from += part) {
    // What needs no node is there at once, without a turn for others.
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    all.push(...(await Promise.all(items.slice(from, from + part).map(read))))
  }
  return all
}
