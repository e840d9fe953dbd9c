import type { Page } from '@playwright/test'

/** What is wrong with how the modal is laid out, one line each. */
export async function layoutFaults(page: Page): Promise<readonly string[]> {
  // It comes with the other views.
  await page.locator('[data-foyer] [data-part="snackbar-region"]').first().waitFor({ state: 'attached' })
  return page.evaluate(() => {
    const [card] = [...document.querySelectorAll('[data-foyer]')].flatMap(
      ({ shadowRoot }) => shadowRoot?.querySelector('[data-part="dialog"][data-open] > [data-part="card"]') ?? [],
    )
    if (!card) return ['There is no card.']
    const faults: string[] = []
    const frame = card.getBoundingClientRect()
    const nameOf = (element: Element) =>
      `${element.getAttribute('part') ?? element.tagName} "${element.textContent?.trim().slice(0, 30)}"`
    const isHidden = (element: Element) =>
      element.closest('[data-part="visually-hidden"]') !== null ||
      !element.checkVisibility({ visibilityProperty: true })
    const endsInDots = (element: Element) => getComputedStyle(element).textOverflow === 'ellipsis'
    const isScroller = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY)

    if (frame.left < -1 || frame.right > innerWidth + 1) faults.push('The card is outside of the window.')
    for (const element of card.querySelectorAll('*')) {
      if (isHidden(element) || element.closest('svg')) continue
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element
      const { overflowX, overflowY } = getComputedStyle(element)
      const dots = endsInDots(element)
      if (overflowX !== 'visible' && scrollWidth > clientWidth + 1 && !dots)
        faults.push(`${nameOf(element)} is wider than its place: ${scrollWidth} > ${clientWidth}`)
      if (/hidden|clip/.test(overflowY) && scrollHeight > clientHeight + 1 && !dots)
        faults.push(`${nameOf(element)} is higher than its place: ${scrollHeight} > ${clientHeight}`)
      if (dots && element.tagName !== 'INPUT' && scrollWidth > clientWidth && !element.getAttribute('title'))
        faults.push(`${nameOf(element)} is cut short, and its whole is nowhere to be read`)
      if (isCutShort(element)) continue
      const word = element.closest('button,a') ? element.textContent?.trim() : undefined
      // Two lines are what is left of a tab's word on a small phone whose visitor spaces the letters; an address is as long as several words.
      const lines = new Set(textBoxes(element).map(({ top }) => top)).size
      if (word && !/\s/.test(word) && lines > Math.max(2, word.length / 10))
        faults.push(`${nameOf(element)} stands letter by letter`)
      const place = (element.closest('button,a') ?? card).getBoundingClientRect()
      for (const { left, right, top, bottom, width } of textBoxes(element)) {
        const within = element.closest('button') ? top >= place.top - 1 && bottom <= place.bottom + 1 : true
        if (width > 0 && (left < place.left - 1 || right > place.right + 1 || !within))
          faults.push(`${nameOf(element)} has words outside of its place`)
      }
    }
    const targets = [...card.querySelectorAll('button,a,input')].filter((element) => !isHidden(element))
    for (const [index, target] of targets.entries()) {
      const box = target.getBoundingClientRect()
      const inText = getComputedStyle(target).display === 'inline'
      if (!inText && (box.width < 24 || box.height < 24))
        faults.push(`${nameOf(target)} is too small a target: ${box.width} × ${box.height}`)
      for (const other of targets.slice(index + 1)) {
        if (target.contains(other) || other.contains(target) || scrollerOf(target) !== scrollerOf(other)) continue
        if (meet([...target.getClientRects()], [...other.getClientRects()]))
          faults.push(`${nameOf(target)} and ${nameOf(other)} overlap`)
      }
    }
    // What goes on beyond an edge fades there.
    for (const element of card.querySelectorAll('*')) {
      if (!isScroller(element) || isHidden(element) || element.scrollHeight <= element.clientHeight + 1) continue
      const isList = element.tagName !== 'TEXTAREA' && !element.matches('[data-part="alert-bar"]')
      if (isList && getComputedStyle(element).maskImage === 'none')
        faults.push(`${nameOf(element)} goes on, and doesn't show it`)
    }
    faults.push(...faultsOfCodes(), ...faultsOfNotices())
    for (const tooltip of card.querySelectorAll('[data-part="tooltip"][data-open]')) {
      const { left, right, top, bottom } = tooltip.getBoundingClientRect()
      if (left < frame.left || right > frame.right || top < 0 || bottom > innerHeight)
        faults.push(`${nameOf(tooltip)} is outside of the card's sides or of the window`)
      for (const image of card.querySelectorAll('[data-part="row"] > [aria-hidden]:first-child')) {
        if (meet([...image.getClientRects()], [...tooltip.getClientRects()]))
          faults.push(`${nameOf(tooltip)} covers a picture`)
      }
    }
    const blocks = [
      ...card.querySelectorAll('[data-part="header"],[data-part="alert-bar-region"],[data-part="outlet"]'),
    ]
    for (const [index, block] of blocks.entries()) {
      const next = blocks[index + 1]
      if (next && block.getBoundingClientRect().bottom > next.getBoundingClientRect().top + 1)
        faults.push(`${nameOf(block)} covers ${nameOf(next)}`)
    }
    return faults

    /** A code is read whole, by a camera at arm's length. */
    function faultsOfCodes(): string[] {
      return [...(card?.querySelectorAll('[data-part="qr-code"]') ?? [])].flatMap((code) => {
        const { width, height } = code.getBoundingClientRect()
        const scroller = scrollerOf(code)
        const room = Math.min(innerHeight, (scroller ?? code).clientHeight)
        const isWhole = height <= room + 1 && Math.abs(width - height) <= 1
        return isWhole && width >= 199 ? [] : [`${nameOf(code)} can't be read: ${width} × ${height} of ${room}`]
      })
    }
    /** Short notices may come over any view: one is put there for a moment, the longest that fits on two lines. */
    function faultsOfNotices(): string[] {
      const region = (card?.parentElement ?? document).querySelector('[data-part="snackbar-region"]')
      if (!card || !region) return ['There is no place for short notices.']
      const shown = region.querySelector('[data-part="snackbar"]')
      const notice = shown ?? document.createElement('div')
      const before = card.getBoundingClientRect()
      if (!shown) {
        notice.setAttribute('data-part', 'snackbar')
        notice.textContent = 'A short notice of as many words as a sentence may have that is still a short one'
        region.append(notice)
      }
      const box = notice.getBoundingClientRect()
      const whole = card.getBoundingClientRect()
      const isMoved = before.top !== whole.top || before.height !== whole.height
      // Where there is room over the backdrop, it is there.
      const isApart = before.top < box.height + 24 || !meet([box], [whole])
      const isSeen = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth
      if (!shown) notice.remove()
      const found = [
        isMoved ? 'A short notice moves the card.' : '',
        isApart ? '' : 'A short notice covers the card.',
        isSeen ? '' : 'A short notice is outside of the window.',
      ]
      return found.filter(Boolean)
    }
    function textBoxes(element: Element): DOMRect[] {
      const texts = [...element.childNodes].filter(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      return texts.flatMap((text) => {
        const range = document.createRange()
        range.selectNodeContents(text)
        return [...range.getClientRects()]
      })
    }
    /** A link in a text has a box a line. */
    function meet(boxes: readonly DOMRect[], others: readonly DOMRect[]): boolean {
      return boxes.some((box) =>
        others.some((its) => {
          const wide = Math.min(box.right, its.right) - Math.max(box.left, its.left)
          const high = Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)
          return wide > 1 && high > 1
        }),
      )
    }
    function isCutShort(element: Element): boolean {
      for (let each: Element | null = element; each && each !== card; each = each.parentElement)
        if (endsInDots(each)) return true
      return false
    }
    function scrollerOf(element: Element): Element | null {
      let each = element.parentElement
      while (each && each !== card && !isScroller(each)) each = each.parentElement
      return each
    }
  })
}

/** Spaces the modal's text as a visitor may want it (WCAG 1.4.12). @returns undoes it */
export async function spaceText(page: Page): Promise<() => Promise<void>> {
  const sheet = await page.evaluateHandle(() => {
    const root = document.querySelector('[data-foyer]')?.shadowRoot
    if (!root) throw new Error('There is no modal.')
    const spaces = new CSSStyleSheet()
    spaces.replaceSync(
      '*{letter-spacing:0.12em!important;word-spacing:0.16em!important;line-height:1.5!important}p{margin-block-end:2em!important}',
    )
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, spaces]
    return spaces
  })
  // By itself and not as the last: the modal may have added a sheet of its own meanwhile.
  return () =>
    sheet.evaluate((spaces) => {
      const root = document.querySelector('[data-foyer]')?.shadowRoot
      if (root) root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== spaces)
    })
}
