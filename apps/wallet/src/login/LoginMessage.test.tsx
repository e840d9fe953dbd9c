import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WalletError } from '../errors.js'
import { LoginMessage } from './LoginMessage.js'
import { type LoginScreen, sentenceOf } from './login.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const email = 'ada@example.com'
const asked = { again: vi.fn(async () => {}), another: vi.fn() }

async function shown(more: Partial<Extract<LoginScreen, { is: 'digits' }>> = {}) {
  const login: LoginScreen = {
    is: 'digits',
    ...{ digits: '0417', email, isOverHour: false, againAt: Date.now() + 2_000, sendAgain: asked.again },
    ...{ toContinue: () => new Promise<never>(() => {}), ...more },
  }
  render(<LoginMessage login={login} shownIn="window" onContinue={async () => {}} onAnother={asked.another} />)
}
const button = (name: string) => screen.getByRole('button', { name })
const passes = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('one view for the mailbox: the address, the digits one by one for a screen reader, and folded what goes on without a mail', async () => {
  await shown()
  expect(screen.getByText(email).dir).toBe('ltr')
  expect(screen.getByRole('img').getAttribute('aria-label')).toBe('0 4 1 7')
  const ways = screen.getByText(/^Used this wallet/).closest('details')
  expect([ways?.open, ways?.textContent]).toEqual([false, expect.stringContaining('Continue without the link')])
})

test('of one more than are sent in an hour it doesn’t say that a mail leads on', async () => {
  await shown({ isOverHour: true })
  expect(screen.getByText(/^No more than five mails an hour are sent to/)).toBeDefined()
  expect(screen.queryByText(/^Open the link/)).toBeNull()
})

test('[F4] a change of the address shows its digits, one by one for a screen reader, and is put away', () => {
  const onClose = vi.fn()
  const login = { is: 'change', digits: '0417', email } as const
  render(<LoginMessage login={login} shownIn="frame" onContinue={async () => {}} onClose={onClose} />)
  expect([screen.getByRole('img').getAttribute('aria-label'), screen.getByText(email).dir]).toEqual(['0 4 1 7', 'ltr'])
  fireEvent.click(screen.getByRole('button'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('another mail is asked for once its time has come, and what keeps it from being sent is said', async () => {
  const tooMany = new WalletError({ sentence: 'error.lastLink' })
  const sendAgain = vi.fn(async () => Promise.reject(tooMany))
  await shown({ sendAgain })
  expect(button('Send again in 2 s')).toHaveProperty('disabled', true)
  await passes(1_000)
  expect(button('Send again in 1 s')).toHaveProperty('disabled', true)
  await passes(1_000)
  await act(async () => void fireEvent.click(button('Send again')))
  expect(sendAgain).toHaveBeenCalledOnce()
  expect(screen.getByText(sentenceOf(tooMany))).toBeDefined()
})

test('another address is gone to in one press', async () => {
  await shown()
  fireEvent.click(button('Use another address'))
  expect(asked.another).toHaveBeenCalledOnce()
})
