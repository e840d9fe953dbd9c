import type { Locator } from '@playwright/test'

/**
 * Moves the pointer over what is asked around a button, as a reader's is: a request's site and what it comes to, or its title and its first words; the title of another
 * page or of a part of it, or its first words [F11].
 */
export async function pointAtAsked(button: Locator, limit: { readonly timeout?: number } = {}): Promise<void> {
  const asked = await button.evaluateHandle(askedAround, undefined, limit)
  for (const part of (await asked.getProperties()).values()) {
    const element = part.asElement()
    const place = await element?.evaluate(firstLine)
    if (place) await element?.hover({ ...limit, position: place })
  }
}

/** @returns where in its page the words are that `pointAtAsked` moves the pointer over */
export async function placesAsked(button: Locator): Promise<readonly { readonly x: number; readonly y: number }[]> {
  const places: { readonly x: number; readonly y: number }[] = []
  const asked = await button.evaluateHandle(askedAround)
  for (const part of (await asked.getProperties()).values()) {
    const element = part.asElement()
    const line = await element?.evaluate(firstLine)
    const corner = await element?.evaluate((each) => each.getBoundingClientRect().toJSON())
    if (line) places.push({ x: corner.x + line.x, y: corner.y + line.y })
  }
  return places
}

/** In the page: the parts of what is asked around an element. */
function askedAround(button: Element): readonly Element[] {
  const around = button.closest('.thing, .warning, .screen, .panel, .bar, .ask')
  if (!around) return []
  const all = (selector: string) => [...around.querySelectorAll(selector)]
  const site = all('[data-part="asks"]')
  const headline = all('[data-part="headline"]')
  if (headline.length > 0) return [...site, ...headline]
  const isRequest = around.matches('.ask') || site.length > 0
  const [title] = all(isRequest ? 'h1, h3' : 'h1, h2, h3')
  const isBelow = (each: Element) =>
    (!title || title.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING) &&
    [...each.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) &&
    each.getClientRects().length > 0 &&
    !each.closest('h3, dt, [data-part="asks"], .dock, .buttons, button, [data-arming]')
  return [...site, title, isRequest || !title ? all('*').find(isBelow) : undefined].filter((each) => each !== undefined)
}

/** In the page: the middle of the first line of an element's words, from its corner. */
function firstLine(element: Element): { readonly x: number; readonly y: number } | undefined {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const corner = element.getBoundingClientRect()
  while (walker.nextNode()) {
    // The letters of a picture are no words.
    if (walker.currentNode.parentElement?.closest('[aria-hidden], button')) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const [line] = walker.currentNode.textContent?.trim() ? range.getClientRects() : []
    if (line) return { x: line.x + line.width / 2 - corner.x, y: line.y + line.height / 2 - corner.y }
  }
  return undefined
}
