import { cleanup, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ArmingStatus } from './arming.js'
import { Reason } from './Reason.js'
import { shownNumber } from './shownNumber.js'
import { beginStage, browser, endStage, hook, key, pass, Screen, typeNumber } from './test/stage.js'

beforeEach(beginStage)
afterEach(endStage)

const digitsIn = (element: Element | null) =>
  [...(element?.querySelectorAll<HTMLElement>('[data-digit]') ?? [])].map(({ dataset }) => dataset.digit).join('')

/** A request of a site, which comes to something unless it is said that nothing does. */
function Request({ status, comesTo = 'Send 1 ETH' }: { readonly status: ArmingStatus; readonly comesTo?: string }) {
  const element = useRef<HTMLElement>(null)
  return (
    <main ref={element}>
      <h1>Approve</h1>
      <p data-part="asks">shop.example asks</p>
      {comesTo === '' ? <p id="words">Some words.</p> : <p data-part="headline">{comesTo}</p>}
      <Reason id="reason" {...{ status, element }} shownIn="window" isSaid />
    </main>
  )
}

describe('[F11] the number by which keys count', () => {
  const number = () => shownNumber.get() ?? expect.fail('No number is shown.')
  const at = (selector: string) => digitsIn(document.querySelector(selector))

  test('stands whole nowhere: a digit at the site, one at what it comes to, one at the button', () => {
    const { rerender } = render(<Request status="away" />)
    expect([at('[data-part="asks"]'), at('[data-part="headline"]'), at('.reason')]).toEqual([...number()])
    rerender(<Request status="away" comesTo="" />)
    expect([at('h1'), at('[data-part="asks"]'), at('.reason')]).toEqual([...number()])
    rerender(<Request status="away" comesTo="Send 2 ETH" />)
    expect([at('[data-part="asks"]'), at('[data-part="headline"]'), at('.reason')]).toEqual([...number()])
  })

  test('is read out whole, and its place stays while it isn’t asked for', () => {
    const { rerender } = render(<Request status="away" />)
    const isHidden = () => [...document.querySelectorAll<HTMLElement>('[data-digit]')].map(({ hidden }) => hidden)
    const says = () => document.getElementById('reason')?.textContent
    expect(says()).toMatch(new RegExp(`digits: ?${number()} ?$`))
    expect(isHidden()).toEqual([false, false, false])
    for (const status of ['settling', 'armed'] as const) {
      rerender(<Request status={status} />)
      expect(says()).not.toContain(number())
      expect(isHidden()).toEqual([true, true, true])
    }
  })

  test('reaches no part of the page but that which asks for it', () => {
    browser.isFocused = true
    const { container } = render(<Screen shownIn="window" />)
    pass(1_000)
    const asking = container.querySelector('[data-number]') ?? expect.fail()
    const part = document.createElement('div')
    part.className = 'warning'
    asking.replaceWith(part)
    part.append(asking)
    typeNumber()
    pass(2_000)
    expect(hook.status).toBe('away')
    cleanup()
    render(<Screen shownIn="window" />)
    pass(1_000)
    for (const digit of number()) {
      key('Shift')
      key(digit)
    }
    pass(500)
    expect(hook.status).toBe('armed')
  })
})
