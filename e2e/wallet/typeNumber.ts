import { expect, type Keyboard, type Locator } from '@playwright/test'

/** Types the number that stands beside a button, in whichever language, for somebody at the keyboard alone [F11]. */
export async function typeNumber(button: Locator, keyboard: Keyboard): Promise<void> {
  let number: string | undefined
  await expect
    .poll(async () => {
      number = /\d{3}/.exec(await button.evaluate(described))?.[0]
      return number
    })
    .toBeDefined()
  await keyboard.type(number ?? '')
}

/** In the page: what describes an element. */
function described(element: Element): string {
  const root = element.getRootNode()
  const id = element.getAttribute('aria-describedby') ?? ''
  return root instanceof ShadowRoot || root instanceof Document ? (root.getElementById(id)?.textContent ?? '') : ''
}
