import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { speakTo } from '../messages/say.js'
import { BlindObserver, stubObservers } from '../test/blindObservers.js'
import { ApprovalScreen, type ApprovalScreenProps } from './ApprovalScreen.js'
import type { Came, WaitingApproval } from './approvals.js'
import { Receipt } from './Receipt.js'

const speak = (language: string) =>
  speakTo({
    location: { search: '' },
    navigator: { languages: [language] },
    document: { documentElement: { lang: '', dir: '' } },
  })

/** Says that the whole screen is seen. */
let seen = () => {}

beforeEach(() => {
  class Seeing extends BlindObserver {
    constructor(report: (entries: readonly object[]) => void) {
      super()
      seen = () => report([{ isIntersecting: true, isVisible: true }])
    }
  }
  stubObservers()
  vi.stubGlobal('IntersectionObserver', Seeing)
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  await speak('en')
})

const tree = {
  label: 'What is signed',
  fields: [{ name: 'Message', fields: [{ name: 'contents', value: 'A cup of coffee. '.repeat(20) }] }],
}
const typed: WaitingApproval['shown'] = {
  title: 'Sign typed data',
  act: 'Sign',
  headline: [],
  ...{ warnings: [], isDeliberate: false, sums: [], facts: [{ label: 'What', value: 'Mail' }] },
  folded: { label: 'Details', facts: [], hasData: false },
  tree,
}
const allowed: Partial<WaitingApproval['shown']> = {
  title: 'Allow spending of DUSD',
  act: 'Allow',
  headline: [
    { text: '0x3C…4293BC', isValue: true },
    { text: ' may take ' },
    { text: 'all of your DUSD', isValue: true, tone: 'gives' },
    { text: '.' },
  ],
  warnings: [
    { text: 'The spender is no contract.', isMild: false },
    { text: 'It holds for longer than a month.', isMild: true },
  ],
  isDeliberate: true,
  folded: { label: 'Details and data', facts: [{ label: 'From', value: '0x70' }], hasData: true },
}
const limit = { label: 'Allow at most', unit: 'DUSD', decimals: 6, usual: '10000', short: '10,000.00 DUSD' }

const nothing = () => {}
const answers = { onApprove: nothing, onLimit: nothing, onReject: nothing }
const draw = (more: Partial<WaitingApproval['shown']> = {}, props: Partial<ApprovalScreenProps> = {}) =>
  render(
    <ApprovalScreen
      approval={{ id: 1, changes: 0, site: 'https://dapp.example', shown: { ...typed, ...more } }}
      more={0}
      shownIn="frame"
      {...answers}
      {...props}
    />,
  )
const press = (element: HTMLElement) => act(() => element.click())

test('[F13] what comes first is the title, then who asks, the headline, the warnings, and the data folded', () => {
  const { container } = draw(allowed)
  const parts = ['h1', '.asks', '.headline', '.warnings', '.facts', '.fold', '.dock']
  const places = parts.map((each) => container.querySelector(each) ?? expect.fail(each))
  for (const [index, place] of places.slice(1).entries())
    expect(places[index]?.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(container.querySelector('.headline')?.textContent).toBe('0x3C…4293BC may take all of your DUSD.')
  expect(container.querySelector('[data-tone]')?.textContent).toBe('all of your DUSD')
  expect(container.querySelector('.fold')).toHaveProperty('open', false)
  expect(within(container.querySelector('.fold') ?? expect.fail()).getByText('What is signed')).toBeDefined()
})

test('what there is nothing to decide of is closed, and can’t be rejected', () => {
  const { container } = draw({ act: 'Close', isNotice: true })
  expect([...container.querySelectorAll('.dock button')].map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('the focus is on the heading, which the headline describes', () => {
  draw(allowed)
  const heading = screen.getByRole('heading', { level: 1, name: 'Allow spending of DUSD' })
  expect(document.activeElement).toBe(heading)
  const described = document.getElementById(heading.getAttribute('aria-describedby') ?? '')
  expect(described?.className).toBe('headline')
  cleanup()
  draw()
  expect(screen.getByRole('heading', { level: 1 }).getAttribute('aria-describedby')).toBeNull()
})

test('a deliberate request says its warnings at once, and tells by more than colour which are worse', () => {
  const { container } = draw(allowed)
  const alert = screen.getByRole('alert')
  const levels = [...alert.querySelectorAll<HTMLElement>('li')].map(({ dataset }) => dataset.level)
  expect(levels).toEqual(['deliberate', 'careful'])
  expect(alert.querySelectorAll('svg')).toHaveLength(2)
  expect(container.querySelector('.dock')?.contains(screen.getByRole('checkbox'))).toBe(true)
  cleanup()
  draw({ ...allowed, isDeliberate: false })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('[F13] typed data that no words say is a region that the keyboard scrolls, and each field stands below its structure', () => {
  const { container } = draw()
  const region = screen.getByRole('region', { name: 'What is signed' })
  expect(region.tabIndex).toBe(0)
  expect(container.querySelector('.fold')).toBeNull()
  expect(region.textContent).toContain('All 340 letters')
})

test('[F11] in a window, where what was in view is what counts, a long value is shown whole', () => {
  const { container } = draw({}, { shownIn: 'window' })
  expect(container.querySelector('details')).toBeNull()
  expect(screen.getByRole('region', { name: 'What is signed' }).textContent).toContain('A cup of coffee. '.repeat(20))
})

test('in the place of an allowance without a limit one may be chosen, which is all that the account has at first; meanwhile nothing is approved', () => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  draw({ ...allowed, limit })
  act(() => seen())
  act(() => vi.advanceTimersByTime(1_000))
  const isArmed = () => screen.getByRole('button', { name: 'Allow' }).getAttribute('aria-disabled') === null
  expect(isArmed()).toBe(false)
  press(screen.getByRole('checkbox'))
  expect(isArmed()).toBe(true)
  const [unlimited, only] = screen.getAllByRole('radio')
  expect([unlimited, only].map((each) => each?.parentElement?.textContent)).toEqual([
    'Unlimited',
    'Only 10,000.00 DUSD',
  ])
  expect(screen.getByRole('radiogroup', { name: 'Allow at most' })).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  press(only ?? expect.fail())
  expect(screen.getByRole('textbox', { name: 'Allow at most' })).toHaveProperty('value', '10000')
  expect(isArmed()).toBe(false)
  press(unlimited ?? expect.fail())
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('[F13] what speaks against it later is read anew: what was agreed to wasn’t that, and the button is armed anew', () => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  const site = 'https://dapp.example'
  const at = (changes: number) => (
    <ApprovalScreen
      approval={{ id: 1, changes, site, shown: { ...typed, ...allowed } }}
      more={0}
      shownIn="frame"
      {...answers}
    />
  )
  const settle = () => {
    act(() => seen())
    act(() => vi.advanceTimersByTime(1_000))
  }
  const isArmed = () => screen.getByRole('button', { name: 'Allow' }).getAttribute('aria-disabled') === null
  const { rerender } = render(at(0))
  settle()
  press(screen.getByRole('checkbox'))
  expect(isArmed()).toBe(true)
  // The same, in other words.
  rerender(at(0))
  expect(isArmed()).toBe(true)
  rerender(at(1))
  expect([isArmed(), screen.getByRole('checkbox')]).toMatchObject([false, { checked: false }])
  press(screen.getByRole('checkbox'))
  expect(isArmed()).toBe(false)
  settle()
  expect(isArmed()).toBe(true)
})

test('what is answered stays as it was, its button busy; it can’t be rejected any more', () => {
  const onReject = vi.fn()
  const { container } = draw({ ...allowed, limit }, { isBusy: true, onReject })
  expect(screen.getByRole('button', { name: 'Allow' }).getAttribute('aria-busy')).toBe('true')
  press(screen.getByRole('button', { name: 'Reject' }))
  expect(onReject).not.toHaveBeenCalled()
  expect(container.querySelector('.headline')).not.toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a receipt says what was done, and which transaction it was', () => {
  render(<Receipt receipt={{ kind: 'sent', hash: '0x5f5f' }} onDone={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('Sent')
  expect(screen.getByTitle('0x5f5f').textContent).toBe('0x5f5f')
  cleanup()
  render(<Receipt receipt={{ kind: 'signed' }} onDone={() => {}} />)
  expect(screen.getByRole('status').textContent).toBe('Signed')
})

test('the receipt of an exchange says what came, once that is known, and can be left', () => {
  const onDone = vi.fn()
  const at = (came: 'awaited' | Came) => <Receipt receipt={{ kind: 'sent', hash: '0x5f5f', came }} onDone={onDone} />
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  const { container, rerender } = render(at('awaited'))
  const sign = () => container.querySelector('[data-is]')?.getAttribute('data-is')
  expect(sign()).toBe('awaited')
  expect(said()).toEqual(['Sent', 'What you get is shown once the network has carried it out.'])
  rerender(at({ status: 'done', amounts: ['717.63 DUSD', 'PIC #7'] }))
  expect(said()).toEqual(['Done', 'You got 717.63 DUSD.You got PIC #7.'])
  rerender(at({ status: 'done', amounts: [] }))
  expect(said()).toEqual(['Done', 'Nothing came that we can see.'])
  rerender(at({ status: 'failed', amounts: [] }))
  expect(said()).toEqual(['Not carried out', 'The network has refused it. Only its fee is paid.'])
  expect(sign()).toBe('failed')
  rerender(at({ status: 'unknown', amounts: [] }))
  expect(said()).toEqual(['Sent', 'The network doesn’t say yet what came of it.'])
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(onDone).toHaveBeenCalledOnce()
})

test('the screen speaks the document’s language', async () => {
  await speak('de')
  const { container } = draw()
  for (const sentence of ['dapp.example fragt an', 'Ablehnen', 'Alle 340 Zeichen'])
    expect(container.textContent).toContain(sentence)
})
