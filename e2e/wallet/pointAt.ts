import type { Locator, Mouse } from '@playwright/test'

/**
 * Moves the pointer over what is asked around a button, as a reader's is: a request's site and what it comes to, or its title and its first words; another page's
 * title [F11].
 */
export async function pointAtAsked(button: Locator, mouse: Mouse): Promise<void> {
  const count = await button.evaluate(placeOfAsked, undefined)
  for (let nth = 0; nth < count.length; nth += 1) {
    const place = (await button.evaluate(placeOfAsked, nth))[nth]
    if (place) await mouse.move(...place)
  }
}

/** In the page: the middle of the first line of each part of what is asked around an element; the one of that number is brought into view first. */
function placeOfAsked(element: Element, nth: number | undefined): readonly (readonly [x: number, y: number])[] {
  const around = element.closest('.screen, .ask')
  if (!around) return []
  const lineIn = (part: Element) => {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const [line] = walker.currentNode.textContent?.trim() ? range.getClientRects() : []
      if (line) return [line.x + line.width / 2, line.y + line.height / 2] as const
    }
    return undefined
  }
  const all = (selector: string) => [...around.querySelectorAll(selector)]
  const headline = all('[data-part="headline"]')
  const isRequest = around.matches('.ask') || all('[data-part="asks"]').length > 0
  const untold = isRequest
    ? [...all('h1, h3').slice(0, 1), ...all('.scroll, dl, pre').slice(0, 1)]
    : all('h1').slice(0, 1)
  const parts = [...all('[data-part="asks"]'), ...(headline.length > 0 ? headline : untold)]
  if (nth !== undefined) parts[nth]?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  return parts.flatMap((part) => {
    const line = lineIn(part)
    return line ? [line] : []
  })
}
