import type { Locator } from '@playwright/test'

/**
 * Moves the pointer over what is asked around a button, as a reader's is: each row of a request's site and of what it comes to, or of its title and its words; the title of
 * another page or of a part of it, or its first words [F11].
 */
export async function pointAtAsked(button: Locator, limit: { readonly timeout?: number } = {}): Promise<void> {
  const asked = await button.evaluateHandle(askedAround, undefined, limit)
  for (const part of (await asked.getProperties()).values()) {
    const element = part.asElement()
    for (const position of (await element?.evaluate(rowsOf)) ?? []) await element?.hover({ ...limit, position })
  }
}

/** @returns where in its page the rows are that `pointAtAsked` moves the pointer over: two places each, high and low */
export async function placesAsked(button: Locator): Promise<readonly { readonly x: number; readonly y: number }[]> {
  const places: { readonly x: number; readonly y: number }[] = []
  const asked = await button.evaluateHandle(askedAround)
  for (const part of (await asked.getProperties()).values()) {
    const element = part.asElement()
    const corner = await element?.evaluate((each) => each.getBoundingClientRect().toJSON())
    for (const { x, y } of (await element?.evaluate(rowsOf)) ?? []) places.push({ x: corner.x + x, y: corner.y + y })
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
    !each.closest('h3, dt, [data-part="asks"], .dock, .buttons, button, [data-arming]') &&
    !each.closest('[hidden], [data-part="visually-hidden"], details:not([open]) > :not(summary)')
  const below: Element[] = []
  // What stands in another of them is a part of that.
  for (const each of isRequest || !title ? all('*').filter(isBelow) : [])
    if (!below.at(-1)?.contains(each)) below.push(each)
  const isApproval = around.matches('[data-part="approval"]')
  const own = around.querySelector('.content') ? below.filter((each) => !each.closest('.facts')) : below
  return [...site, title, ...(isApproval ? own : below.slice(0, 1))].filter((each) => each !== undefined)
}

/** In the page: two places in each row of an element's words, high and low at its middle, from its corner; of a long text one. */
function rowsOf(element: Element): readonly { readonly x: number; readonly y: number }[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const corner = element.getBoundingClientRect()
  const rows: { left: number; right: number; top: number; bottom: number }[] = []
  while (walker.nextNode()) {
    // The letters of a picture are no words.
    if (walker.currentNode.parentElement?.closest('[aria-hidden], button, [data-part="visually-hidden"]')) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    for (const { left, right, top, bottom } of walker.currentNode.textContent?.trim() ? range.getClientRects() : []) {
      // An empty line has none either.
      if (left === right) continue
      const row = rows.find((each) => each.top < (top + bottom) / 2 && (top + bottom) / 2 < each.bottom)
      if (!row) rows.push({ left, right, top, bottom })
      else {
        ;[row.left, row.right] = [Math.min(row.left, left), Math.max(row.right, right)]
        ;[row.top, row.bottom] = [Math.min(row.top, top), Math.max(row.bottom, bottom)]
      }
    }
  }
  return rows.flatMap(({ left, right, top, bottom }) =>
    (rows.length < 16 ? [1 / 6, 5 / 6] : [1 / 2]).map((share) => ({
      x: (left + right) / 2 - corner.x,
      y: top + (bottom - top) * share - corner.y,
    })),
  )
}
