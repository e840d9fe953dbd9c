import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { vaultLength } from '@foyer/login/vault'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { passkeysOf } from '../doors/passkey.js'
import { writeRecoveryFile } from '../doors/recoveryFile.js'
import { AllArmed } from '../test/armed.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { beginPasskey, type OpenWallet } from './ownDoors.js'
import { RecoverPage } from './RecoverPage.js'
import { Security } from './Security.js'
import { SignIn } from './SignIn.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

afterEach(cleanup)

const dashboard = async () => testDashboard(await scriptedServers(), { passkeys: undefined }).load()
const none = async () => {}

test('a browser has passkeys where it knows their interface, whatever else it keeps', () => {
  expect('PublicKeyCredential' in window).toBe(false)
  expect(passkeysOf(window)).toBeUndefined()
  Object.assign(window, { PublicKeyCredential: class {} })
  try {
    expect(passkeysOf(window)).toBe(window.navigator.credentials)
  } finally {
    Reflect.deleteProperty(window, 'PublicKeyCredential')
  }
})

test('the ways in have no passkey, named or not', async () => {
  const loaded = await dashboard()
  render(<SignIn dashboard={loaded} onOpened={() => {}} below={null} />)
  expect(buttons()).toEqual(['Continue', 'Use a printed paper'])
  cleanup()
  render(<SignIn dashboard={loaded} namedEmail="ada@example.com" onOpened={() => {}} below={null} />)
  expect(buttons()).toEqual(['Continue', 'Use a printed paper'])
})

test('a wallet is secured by a paper, and one that is made all the same says why it can’t be', async () => {
  const loaded = await dashboard()
  const wallet: OpenWallet = Object.assign(Object.create(null), { ownDoors: [], doors: [{ kind: 'recovery' }] })
  const more = { isKnown: true, onAdd: () => {}, onClose: () => {}, onChanged: none }
  render(<Security {...{ dashboard: loaded, wallet }} {...more} />)
  expect(buttons()).toEqual(['Print a paper'])
  expect(screen.getByRole('button').getAttribute('data-variant')).toBe('filled')
  await expect(beginPasskey(loaded, wallet)).rejects.toMatchObject({ sentence: 'passkey.none' })
})

test('a recovery file that a passkey opens says that this browser has none', async () => {
  const key = { kind: 'passkey', credential: encodeBytes(randomBytes(16)) } as const
  const door = { door: newId(), wrap: encodeBytes(randomBytes(60)), b: encodeBytes(randomBytes(32)) }
  const text = writeRecoveryFile({
    ...{ wallet: newId(), vault: encodeBytes(randomBytes(vaultLength)), doors: [{ ...key, ...door }] },
    addresses: [{ family: 'eip155', address: `0x${'a'.repeat(40)}` }],
  })
  render(<RecoverPage run={() => Promise.reject(new Error('Nothing runs here.'))} passkeys={undefined} />)
  // jsdom’s files can’t be read.
  const file = Object.assign(new File([text], 'wallet-recovery.json'), { text: async () => text })
  fireEvent.change(screen.getByLabelText('Choose the recovery file'), { target: { files: [file] } })
  await screen.findByText(/^This browser has no passkeys/)
  expect(screen.queryAllByRole('button')).toEqual([])
})
