import type { Locator, Mouse } from '@playwright/test'

/** Moves the pointer over what is asked, as a reader's is: a request's site and what it comes to, or its title and first words; another page's title [F11]. */
export async function pointAtAsked(around: Locator, mouse: Mouse): Promise<void> {
  for (const each of await (await askedIn(around)).all()) {
    await each.scrollIntoViewIfNeeded()
    const [x, y] = await each.evaluate(firstLine)
    await mouse.move(x, y)
  }
}

async function askedIn(around: Locator): Promise<Locator> {
  const site = around.locator('[data-part="asks"]')
  const headline = around.locator('[data-part="headline"]')
  if ((await headline.count()) > 0) return site.or(headline)
  const title = around.locator('h1, .ask h3')
  const isRequest = (await site.count()) > 0
  return isRequest
    ? site.or(title).or(around.locator('.scroll').locator('xpath=.//*[text()[normalize-space()]]').first())
    : title
}

/** In the page: the middle of the first line of an element's words. */
function firstLine(element: Element): readonly [x: number, y: number] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.textContent?.trim()) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const [line] = range.getClientRects()
    if (line) return [line.x + line.width / 2, line.y + line.height / 2]
  }
  return [0, 0]
}
