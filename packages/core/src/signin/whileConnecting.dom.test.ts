import { expect, test } from 'vitest'
import type { Connector, ConnectRequest } from '../connector/connector.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import type { SiwxSession } from '../siwx/siwx.js'
import { alice, memorySiwx, signatureOf, signingKit } from './test/signingKit.js'
import { keepSessions, messageToSign, verifyWhileConnecting } from './watchSignIn.js'

/** A kit with a wallet that signs while it connects; what keeps the sessions does so when the test says. */
async function oneClick({ signs = alice }: { readonly signs?: string | undefined } = {}) {
  const held = { answer: () => {}, keep: () => {} }
  const other = fakeConnector({ accounts: [account(alice)] })
  const connector: Connector = {
    ...other,
    id: 'oneClick',
    async connect(request) {
      await new Promise<void>((resolve) => {
        held.answer = resolve
      })
      return { ...(await other.connect(request)), signedIn: [await signedBy(request, signs)] }
    },
  }
  const siwx = memorySiwx()
  const { setSessions } = siwx
  siwx.setSessions = async (sessions) => {
    if (sessions.length > 0)
      await new Promise<void>((resolve) => {
        held.keep = resolve
      })
    await setSessions(sessions)
  }
  const kit = signingKit({ connectors: [connector], siwx })
  const snackbar = () => kit.foyer.store.getState().snackbar
  kit.foyer.open({ view: 'ConnectingExternal', connectorId: connector.id })
  await kit.until(({ connection }) => connection.attempts.connect?.step.type === 'walletPrompt')
  await kit.clock.advance(0)
  return { ...kit, held, siwx, snackbar }
}

async function signedBy({ signIn, network }: ConnectRequest, signer: string): Promise<SiwxSession> {
  if (!signIn || !network) throw new Error('Nobody is asked to sign in.')
  const { caipNetworkId: networkId } = network
  const data = { ...(await signIn.message({ networkId })), accountAddress: alice }
  const message = String(data)
  const signature = signatureOf({ address: signer, message })
  if (!(await signIn.verify({ networkId, address: alice, message, signature }))) throw new Error('forged')
  return { data, message, signature }
}

test('[S8.14] from a wallet’s signature until its session is kept the visitor is told that signing in goes on', async () => {
  const { held, snackbar, until, clock, reached, foyer } = await oneClick()
  expect(snackbar()).toBeUndefined()
  held.answer()
  await until((state) => state.snackbar !== undefined)
  await clock.advance(60_000)
  expect(snackbar()).toEqual({ variant: 'loading', message: 'connect.authenticating' })
  held.keep()
  await reached('signedIn')
  expect(snackbar()).toBeUndefined()
  expect(foyer.store.getState().view.open).toBe(false)
})

test('[S8.14] a signature that doesn’t hold, or comes once the visitor has left, leaves nothing of it behind', async () => {
  const forged = await oneClick({ signs: '0xB0B' })
  forged.held.answer()
  await forged.until(({ connection }) => connection.attempts.connect?.end?.status === 'failed')
  await forged.clock.advance(0)
  expect(forged.snackbar()?.variant).not.toBe('loading')

  const left = await oneClick()
  left.foyer.open({ view: 'Networks' })
  left.held.answer()
  await left.clock.advance(0)
  expect(left.snackbar()).toBeUndefined()
  expect(left.foyer.account().status).toBe('disconnected')
})

test.each<readonly [string, 'no' | 'before' | 'while', string, readonly string[], number, boolean]>([
  ['is kept', 'no', '', ['setSessions 1'], 0, true],
  ['isn’t kept where the visitor has left before', 'before', '', [], 1, false],
  ['is taken back where the visitor leaves meanwhile', 'while', '', ['setSessions 1', 'setSessions 0'], 0, false],
  ['ends the connection where it can’t be kept', 'no', 'setSessions 1', ['setSessions 1'], 1, false],
])('[X10] what was signed while connecting %s', async (_, ends, failing, calls, disconnects, isTold) => {
  const siwx = memorySiwx()
  const kit = signingKit({ siwx })
  siwx.failing = failing
  const aborts = new AbortController()
  if (ends === 'before') aborts.abort()
  const { setSessions } = siwx
  siwx.setSessions = async (sessions) => {
    if (ends === 'while') aborts.abort()
    await setSessions(sessions)
  }
  let disconnected = 0
  const live = Object({ disconnect: async () => void disconnected++ })
  const data = await siwx.createMessage({ accountAddress: alice, chainId: 'eip155:1' })
  const sessions = [{ data, message: String(data), signature: 'signed' }]
  siwx.calls.length = 0
  const keeping = keepSessions(contextOf(kit.foyer), { live, sessions, ended: aborts.signal })
  if (disconnects > 0) await expect(keeping).rejects.toThrow()
  else await keeping
  expect([siwx.calls, disconnected]).toEqual([calls, disconnects])
  expect(kit.stored().sign_in_changed !== undefined).toBe(isTold)
})

test('a family that can’t verify leaves it to what keeps the sessions; without sign-in there is nothing to sign', async () => {
  const signed = {
    networkId: 'bip122:000000000019d6689c085ae165831e93',
    address: 'b',
    message: 'm',
    signature: 's',
  } as const
  expect(await verifyWhileConnecting(contextOf(signingKit().foyer), signed)).toBe(true)
  const off = contextOf(signingKit({ siwx: () => undefined }).foyer)
  await expect(messageToSign(off, { networkId: 'eip155:1' })).rejects.toMatchObject({ code: 'sign_in_disabled' })
})
