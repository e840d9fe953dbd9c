import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'
import { WhoOpens } from './WhoOpens.js'

afterEach(cleanup)

interface Opened {
  readonly person: string
  readonly doors?: readonly 'recovery'[]
  readonly own?: readonly ('passkey' | 'paper')[]
}

/** Returns the head's text of a wallet, with how many of its rings are closed. */
function said({ person, doors = [], own = [] }: Opened) {
  const store: Dashboard['store'] = Object.assign(Object.create(null), {
    get: () => ({ user: { person, email: 'ada@example.com' } }),
  })
  const wallet: OpenWallet = Object.assign(Object.create(null), {
    doors: doors.map((kind) => ({ kind })),
    ownDoors: own.map((kind) => ({ door: { door: kind, kind } })),
  })
  const { container } = render(<WhoOpens dashboard={{ store }} wallet={wallet} />)
  const words = screen.getByRole('heading', { level: 1 }).textContent?.replace(joiner, '')
  const rings = container.querySelectorAll('circle[data-on]').length
  cleanup()
  return [words, rings]
}

/** Where no line breaks. */
const joiner = '\u2060'

test('the head says who can open the wallet today: the mailbox’s reader or the account’s holder after a wait, or its owner alone', () => {
  const newcomer = said({ person: 'email:1', doors: ['recovery'] })
  expect(newcomer).toEqual([
    'Today your wallet opens for you where you’re signed in, and for anyone who reads ada@example.com, after a wait.',
    1,
  ])
  expect(said({ person: 'email:1', doors: ['recovery'], own: ['passkey'] })).toEqual([
    'Today your wallet opens for you, where you’re signed in and with your passkey or paper, and for anyone who reads ada@example.com, after a wait.',
    2,
  ])
  expect(said({ person: 'google:1', doors: ['recovery'] })).toEqual([
    'Today your wallet opens for you where you’re signed in, and for anyone who has your account at Google, after a wait.',
    1,
  ])
  expect(said({ person: 'google:1', doors: ['recovery'], own: ['paper'] })[0]).toContain(
    'with your passkey or paper, and for anyone who has your account at Google',
  )
  expect(said({ person: 'email:1', own: ['passkey', 'paper'] })).toEqual([
    'Today your wallet opens only for you: where you’re signed in, and with your passkeys and papers.',
    2,
  ])
})

test('the address of the head stands in one piece, which breaks after its sign alone', () => {
  const store: Dashboard['store'] = Object.assign(Object.create(null), {
    get: () => ({ user: { person: 'email:1', email: 'ada-of-a-long-name@her-company.example' } }),
  })
  const wallet: OpenWallet = Object.assign(Object.create(null), { doors: [{ kind: 'recovery' }], ownDoors: [] })
  const { container } = render(<WhoOpens dashboard={{ store }} wallet={wallet} />)
  const address = container.querySelector('h1 bdi')
  expect(address?.innerHTML).toBe('ada-of-a-long-name@<wbr>her-company.example')
  // Nor does its line end before the comma.
  expect(container.querySelector('h1')?.textContent).toContain(
    `who reads ada-of-a-long-name@her-company.example${joiner}, after`,
  )
})
