/** In the page: has each part of an element be in view once, as somebody does who reads it to its end. */
export async function readThrough(element: Element): Promise<void> {
  for (const each of [...element.querySelectorAll('*')]) {
    const { top } = each.getBoundingClientRect()
    each.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    if (each.getBoundingClientRect().top !== top)
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  }
}
