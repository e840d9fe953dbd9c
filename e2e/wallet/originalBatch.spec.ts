import { createPublicClient, http, isHex, numberToHex, recoverMessageAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, type Journey } from '../fixtures.js'
import { emailOf } from '../journeys/embeddedWallet.js'
import { test } from '../journeys/ownServices.js'
import { switching, untilDelegateIsKnown } from '../journeys/smartStage.js'
import { newAddress } from '../newAddress.js'
import { setBalance } from '../setBalance.js'
import { answerOf, approve, asked as askedAt, closeModal, logIn, openSettings, originalModal } from './originalModal.js'
import { type OriginalHost, type OriginalPage, openOriginal, serveOriginal } from './originalStage.js'

let host: OriginalHost
test.beforeAll(async ({ local }) => {
  host = await serveOriginal(local)
})
test.afterAll(() => host.stop())

const toggleOf = (original: OriginalPage) =>
  originalModal(original.page).locator('[data-testid="account-toggle-preferred-account-type"]')

/** Has the account be of the other kind, by AppKit's own row. */
async function toggle(original: OriginalPage, name: string): Promise<void> {
  expect(await openSettings(original)).toBe(true)
  await expect(toggleOf(original)).toContainText(name)
  await toggleOf(original).click()
  await expect(toggleOf(original)).not.toContainText(name)
  await closeModal(original)
}

/** What the page is told of batches, on the chain that has the code for them and on the other. */
const atomicIn = async (original: OriginalPage, { local: { chains } }: Journey) => {
  const said = Object(answerOf(await original.call('capabilities')))
  return chains.map(({ id }) => said[id]?.atomic?.status)
}

test('a page on AppKit has several calls carried out as one, and its modal shows and changes the kind of the account', async ({
  context,
  journey,
}) => {
  const [home] = journey.local.chains
  await untilDelegateIsKnown(journey)
  const original = await openOriginal({ context, journey, host })
  const address = await logIn(original, journey, emailOf('batches'))
  await setBalance({ chain: home, address, ether: '3' })
  const chain = createPublicClient({ transport: http(home.url) })
  expect(await atomicIn(original, journey)).toEqual(['ready', undefined])

  await toggle(original, 'Switch to your EOA')
  expect(await atomicIn(original, journey)).toEqual([undefined, undefined])
  await toggle(original, 'Switch to your smart account')
  expect(await atomicIn(original, journey)).toEqual(['ready', undefined])

  const to = newAddress()
  const sending = original.call('sendCalls', { calls: [1n, 3n].map((value) => ({ to, value })), forceAtomic: true })
  await approve(original, switching)
  const { id } = Object(answerOf(await sending))
  expect(answerOf(await original.call('callsStatus', id))).toMatchObject({ statusCode: 200, atomic: true })
  expect(await chain.getBalance({ address: to })).toBe(4n)
  expect(await chain.getCode({ address })).toMatch(/^0xef0100/)
  expect(await atomicIn(original, journey)).toEqual(['supported', undefined])
  await expect(originalModal(original.page)).not.toHaveClass(/open/)
})

test('[S3.22 S6.4 S7.21 S7.22] a page on AppKit asks that a key of its own may spend a token each day, as its client does, and gets its answer; the server lists it until the visitor ends it, on chain and by a signature', async ({
  context,
  journey,
}) => {
  const { server, chains } = journey.local
  const [home] = chains
  await untilDelegateIsKnown(journey)
  const original = await openOriginal({ context, journey, host })
  const address = await logIn(original, journey, emailOf('grants'))
  await setBalance({ chain: home, address, ether: '3' })
  const { publicKey } = privateKeyToAccount(generatePrivateKey())
  const now = Math.floor(Date.now() / 1_000)
  const token = home.tokens.find(({ symbol }) => symbol === 'DUSD')?.address
  const asked = {
    ...{ chainId: numberToHex(home.id), expiry: now + 86_400, policies: [] },
    signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey }] } },
    permissions: [
      { type: 'erc20-recurring-allowance', data: { token, allowance: numberToHex(2n), start: now, period: 86_400 } },
    ],
  }
  const ask = (rest: string, body?: object) =>
    fetch(`${server}/v1/sessions/${encodeURIComponent(`eip155:${home.id}:${address}`)}${rest}?projectId=foyer-demo`, {
      headers: { origin: host.origin },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const added = await ask('', asked)
  const { pci, key } = Object(await added.json())
  const signer = { type: 'keys', data: { keys: [key, ...asked.signer.data.keys] } }
  const granting = original.call('grantPermissions', { ...asked, signer, address })
  await approve(original, 'Let a key spend your DUSD without asking you')
  const answer = Object(answerOf(await granting))
  expect(answer).toMatchObject({ chainId: asked.chainId, context: expect.stringMatching(/^0x[\da-f]{64}/) })
  expect((await ask('/activate', { pci, ...answer })).status).toBe(204)
  const listed = async () => (await ask('')).json()
  const active = expect.not.objectContaining({ revokedAt: expect.anything() })
  expect(await listed()).toEqual([active])
  expect(await listed()).toMatchObject([{ pci, context: answer.context }])

  const ending = { pci, permissions: asked.permissions, expiry: asked.expiry, address }
  const end = async (signature: unknown) => (await ask('/revoke', { pci, signature })).status
  const stranger = privateKeyToAccount(generatePrivateKey())
  expect(await end(await stranger.signMessage({ message: pci }))).toBe(403)
  journey.expectTrouble(/W3mFrameLogger, error: Error: You rejected the request\./)
  const rejecting = original.call('revokePermissions', ending)
  await (await askedAt(original, 'End a permission')).getByRole('button', { name: 'Reject' }).click()
  expect(await rejecting).toMatchObject({ failure: expect.stringContaining('You rejected the request.') })
  expect(await listed()).toEqual([active])
  const revoking = original.call('revokePermissions', ending)
  await approve(original, 'End a permission')
  const signature = answerOf(await revoking)
  // The server has it from the chain already; by the signature it would have ended without.
  expect(await listed()).toMatchObject([{ pci, revokedAt: expect.any(Number) }])
  expect(isHex(signature) && (await recoverMessageAddress({ message: pci, signature }))).toBe(address)
  expect(await end(signature)).toBe(200)
  expect(await listed()).toMatchObject([{ pci, revokedAt: expect.any(Number) }])
})
