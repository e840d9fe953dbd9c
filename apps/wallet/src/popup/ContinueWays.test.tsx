import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginStage, browser, endStage, pass } from '../arming/test/stage.js'
import { ContinueWays } from './ContinueWays.js'

beforeEach(beginStage)
afterEach(() => {
  cleanup()
  endStage()
})

test('[F11] each way on is armed: a press that nothing has armed, as the second half of a double press is, releases no wallet and opens none', () => {
  const done: string[] = []
  const opened = async () => {
    done.push('opened')
    throw new Error('Nothing opens here.')
  }
  browser.isFocused = true
  render(
    <ContinueWays
      site="https://shop.example"
      isSecured={false}
      onContinue={async () => void done.push('released')}
      openBy={{ passkey: opened, paper: opened }}
      onOpened={async () => {}}
      onLeft={() => {}}
    />,
  )
  const ways = screen.getAllByRole('button').filter((each) => each.hasAttribute('aria-describedby'))
  expect(ways.map(({ textContent }) => textContent)).toEqual(['Use a passkey', 'Continue'])
  for (const ms of [0, 113, 387, 60_000]) {
    pass(ms)
    for (const each of ways) {
      fireEvent.pointerDown(each)
      fireEvent.click(each)
    }
  }
  expect(done).toEqual([])
})

test('a browser without passkeys is offered none', () => {
  const none = async () => Promise.reject(new Error('Nothing opens here.'))
  render(
    <ContinueWays
      {...{ site: 'https://shop.example', isSecured: true, onContinue: none, onOpened: none, onLeft: () => {} }}
      openBy={{ passkey: undefined, paper: none }}
    />,
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Use a printed paper',
    'Not now',
  ])
})
