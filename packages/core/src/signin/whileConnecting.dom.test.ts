import { expect, test } from 'vitest'
import type { Connector, ConnectRequest } from '../connector/connector.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import type { SiwxSession } from '../siwx/siwx.js'
import { alice, memorySiwx, signatureOf, signingKit } from './test/signingKit.js'

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
