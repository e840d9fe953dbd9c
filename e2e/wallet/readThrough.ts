/** In the page: has each part of an element be in view once, as somebody does who reads it to its end. */
export async function readThrough(element: Element): Promise<void> {
  const drawn = () => new Promise((isDrawn) => requestAnimationFrame(() => requestAnimationFrame(isDrawn)))
  for (const each of [element, ...element.querySelectorAll('*')]) {
    const { top } = each.getBoundingClientRect()
    each.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (each.getBoundingClientRect().top !== top) await drawn()
    // What is higher than its box is read from its beginning.
    if (each.scrollHeight <= each.clientHeight || !/auto|scroll/.test(getComputedStyle(each).overflowY)) continue
    for (let from = 0; from < each.scrollHeight; from += each.clientHeight / 2) {
      each.scrollTo({ top: from, behavior: 'instant' })
      await drawn()
    }
  }
}
