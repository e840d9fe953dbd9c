import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closedView, currentRoute, type Route, type ViewEvent } from '../state/viewState.js'
import { networkChosen } from './connecting.js'
import { nextView } from './navigate.js'

const run = (...events: readonly ViewEvent[]) => events.reduce((state, event) => nextView(state, event), closedView)
const opened = (route: Route = { view: 'Connect' }): ViewEvent => ({ type: 'opened', route })
const pushed = (view: 'WhatIsAWallet' | 'GetWallet' | 'Networks' | 'UnsupportedChain'): ViewEvent => ({
  type: 'pushed',
  route: { view },
})
const names = ({ history }: { readonly history: readonly Route[] }) => history.map(({ view }) => view)

describe('nextView', () => {
  test('[S2.22] pushes, replaces, goes back and resets', () => {
    const pushedTwo = run(opened(), pushed('WhatIsAWallet'), pushed('GetWallet'))
    expect(names(pushedTwo)).toEqual(['Connect', 'WhatIsAWallet', 'GetWallet'])
    expect(names(nextView(pushedTwo, { type: 'wentBack' }))).toEqual(['Connect', 'WhatIsAWallet'])
    const replaced = nextView(pushedTwo, { type: 'replaced', route: { view: 'Networks' } })
    expect(names(replaced)).toEqual(['Connect', 'WhatIsAWallet', 'Networks'])
    expect(names(nextView(replaced, { type: 'reset', route: { view: 'Account' } }))).toEqual(['Account'])
    expect(names(nextView(run(opened()), { type: 'replaced', route: { view: 'Account' } }))).toEqual(['Account'])
  })

  test('[S2.22] the view that is shown is not pushed again, unless its parameters differ', () => {
    const state = run(opened({ view: 'ConnectingExternal', connectorId: 'a' }))
    const again: ViewEvent = { type: 'pushed', route: { view: 'ConnectingExternal', connectorId: 'a' } }
    expect(nextView(state, again)).toBe(state)
    expect(nextView(state, { ...again, type: 'replaced' })).toBe(state)
    const other = nextView(state, { type: 'pushed', route: { view: 'ConnectingExternal', connectorId: 'b' } })
    expect(other.history).toHaveLength(2)
  })

  test('[S2.22] each push makes an entry of its own, which is the same for as long as it is there', () => {
    const route: Route = { view: 'AllWallets' }
    const once = nextView(run(opened()), { type: 'pushed', route })
    const again = nextView(nextView(once, { type: 'wentBack' }), { type: 'pushed', route })
    expect(again).toEqual(once)
    expect(currentRoute(again)).not.toBe(currentRoute(once))
    const back = nextView(nextView(again, pushed('WhatIsAWallet')), { type: 'wentBack' })
    expect(currentRoute(back)).toBe(currentRoute(again))
  })

  test('[S2.21] comes in as next going on, as prev going back', () => {
    const two = run(opened(), pushed('WhatIsAWallet'))
    expect(two.direction).toBe('next')
    expect(nextView(two, { type: 'wentBack' }).direction).toBe('prev')
    expect(nextView(two, { type: 'reset', route: { view: 'Connect' } }).direction).toBe('prev')
    expect(nextView(nextView(two, { type: 'wentBack' }), pushed('GetWallet')).direction).toBe('next')
    expect(run(opened(), { type: 'reset', route: { view: 'Account' } }).direction).toBe('next')
    expect(
      nextView(nextView(two, { type: 'wentBack' }), { type: 'replaced', route: { view: 'Account' } }).direction,
    ).toBe('next')
  })

  test('going back from the first view, or from within one that holds, closes', () => {
    expect(run(opened(), { type: 'wentBack' }).open).toBe(false)
    const holding = run(opened({ view: 'UnsupportedChain' }), pushed('Networks'))
    const isHeld = ({ view }: Route) => view === 'UnsupportedChain'
    expect(nextView(holding, { type: 'wentBack' }, isHeld).open).toBe(false)
    expect(nextView(holding, { type: 'wentBack' }, () => false).open).toBe(true)
  })

  test('[S2.22] a network that was chosen leaves the choice: for what stood before it, or the modal closes', () => {
    const switched: ViewEvent = { type: 'pushed', route: { view: 'SwitchNetwork', networkId: 'eip155:1' } }
    const chosen = networkChosen
    expect(run(opened({ view: 'Networks' }), chosen).open).toBe(false)
    expect(run(opened({ view: 'Networks' }), switched, chosen).open).toBe(false)
    const inside = run(opened({ view: 'Account' }), pushed('Networks'), switched, chosen)
    expect(inside).toMatchObject({ open: true, direction: 'prev', history: [{ view: 'Account' }] })
    const elsewhere = run(opened({ view: 'Networks' }), pushed('WhatIsAWallet'))
    expect(nextView(elsewhere, chosen)).toBe(elsewhere)
  })

  test('[S4.20] counts the shakes and keeps the loading flag, which ends with the modal', () => {
    const busy = run(opened(), { type: 'loading', loading: true })
    expect(busy).toMatchObject({ open: true, loading: true, shakes: 0 })
    const shaken = nextView(nextView(busy, { type: 'refusedToClose' }), { type: 'refusedToClose' })
    expect(shaken).toMatchObject({ open: true, loading: true, shakes: 2 })
    expect(nextView(shaken, { type: 'closed' })).toMatchObject({ open: false, loading: false })
    expect(nextView(shaken, { type: 'loading', loading: false }).loading).toBe(false)
  })

  test('what changes nothing gives the very same state', () => {
    const state = run(opened())
    for (const event of [
      { type: 'loading', loading: false },
      { type: 'reset', route: { view: 'Connect' } },
      { type: 'pushed', route: { view: 'Connect' } },
      { type: 'replaced', route: { view: 'Connect' } },
    ] as const)
      expect(nextView(state, event)).toBe(state)
    const closed = nextView(state, { type: 'closed' })
    expect(nextView(closed, { type: 'closed' })).toBe(closed)
    expect(nextView(closed, { type: 'wentBack' })).toBe(closed)
  })
})

const route = fc.constantFrom<Route>(
  { view: 'Connect' },
  { view: 'Account' },
  { view: 'Networks' },
  { view: 'UnsupportedChain' },
  { view: 'ConnectingExternal', connectorId: 'a' },
  { view: 'ConnectingExternal', connectorId: 'b' },
)
const routed = (type: 'opened' | 'pushed' | 'replaced' | 'reset') =>
  route.map((each): ViewEvent => ({ type, route: each }))
const event = fc.oneof(
  routed('opened'),
  routed('pushed'),
  routed('replaced'),
  routed('reset'),
  fc.boolean().map((loading): ViewEvent => ({ type: 'loading', loading })),
  fc.constantFrom<ViewEvent>({ type: 'wentBack' }, { type: 'closed' }, { type: 'refusedToClose' }),
)

test('[S2.22] whatever happens there is a view to show, the one that was asked for last or left', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      let state = closedView
      for (const each of events) {
        const next = nextView(state, each)
        expect(next.history.length).toBeGreaterThan(0)
        if ('route' in each) expect(currentRoute(next)).toEqual(each.route)
        if (each.type === 'pushed')
          expect(next.history.slice(0, -1)).toEqual(next === state ? state.history.slice(0, -1) : state.history)
        if (each.type === 'wentBack' && next.open) expect(next.history).toEqual(state.history.slice(0, -1))
        if (each.type === 'closed') expect(next.open || next.loading).toBe(false)
        expect(next.shakes).toBe(state.shakes + (each.type === 'refusedToClose' ? 1 : 0))
        state = next
      }
    }),
  )
})
