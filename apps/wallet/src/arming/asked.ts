import { apart, textOf } from './reading.js'

/**
 * Of a request, the site and what it comes to; where nothing says that, its title and all words below, which are the site's own. Of another page, or of a part of one, its
 * title, and the site and the first words where it names one; of what has no title, its first words.
 */
export function askedIn(element: Element): readonly Element[] {
  const site = [...element.querySelectorAll('[data-part="asks"]')]
  const headline = [...element.querySelectorAll('[data-part="headline"]')]
  if (headline.length > 0) return [...site, ...headline]
  const isOfSite = site.length > 0 || element.matches('.ask')
  const title = element.querySelector(isOfSite ? 'h1, h3' : 'h1, h2, h3')
  const below = isOfSite || !title ? wordsBelow(element, title) : []
  const isApproval = element.matches('[data-part="approval"]')
  // Beside a text, its facts are the wallet's: with which account it is signed, and on which network.
  const own = element.querySelector('.content') ? below.filter((each) => !each.closest('.facts')) : below
  return [...site, title, ...(isApproval ? own : below.slice(0, 1))].filter((each) => each !== null)
}

/** What stands below a title and is none of its words: the label of others, a button, why one doesn't count yet, and what isn't shown. */
const beside = [
  ...['h3', 'dt', 'button', '.buttons', '.dock', '[data-part="asks"]', `[${apart}]`],
  ...['[hidden]', '[data-part="visually-hidden"]', 'details:not([open]) > :not(summary)'],
].join()

/** The words below a title, or all where there is none. */
function wordsBelow(element: Element, title: Element | null): readonly Element[] {
  const below = [...element.querySelectorAll('*')].filter(
    (each) =>
      (!title || title.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING) &&
      textOf(each).trim() !== '' &&
      isDrawn(each) &&
      !each.closest(beside),
  )
  const outermost: Element[] = []
  // In the document's order, in which what stands in an element comes right after it.
  for (const each of below) if (!outermost.at(-1)?.contains(each)) outermost.push(each)
  return outermost
}

export const isDrawn = (element: Element): boolean => element.getClientRects().length > 0

/** Whether a part of what is asked is a text that the wallet has no words of its own for. */
export const isText = (part: Element): boolean =>
  !part.matches('h1, h2, h3, [data-part="asks"], [data-part="headline"]')
