import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys } from '@foyer/custody/signed'
import { expect, test } from 'vitest'
import { joinFrame } from '../popup/joinFrame.js'
import { createServers } from '../servers/servers.js'
import { type ScriptedServers, scriptedServers } from '../test/scriptedServers.js'
import type { FromFrame, FromWindow } from './exchange.js'
import { addressIn, askByLetter, hashOf, lettersAt, newAddress, type WindowAddress } from './letters.js'

const shown = {
  ...{ title: 'Sign', act: 'Sign', isDeliberate: false },
  ...{ headline: [], warnings: [], sums: [], facts: [], folded: { label: 'Details', facts: [], hasData: false } },
}
const asked = {
  type: 'foyer-window-show' as const,
  approval: { id: 1, changes: 0, site: 'https://dapp.example', shown, hashes: ['h'] },
  more: 0,
} satisfies FromFrame
const approved: FromWindow = { type: 'foyer-window-approved', id: 1, changes: 0, hashes: ['h'] }

async function serversOf(scripted: ScriptedServers) {
  const keys = await createSigningKeys()
  return createServers({ fetch: (url, init) => scripted.fetch(String(url), init), keys: () => keys })
}

/** A frame that has asked by letter, and what its window has said to it. */
/** A page of the wallet's that no window has opened, or that is cut off from the one that did. */
function apartPage(address: WindowAddress, search = '') {
  const done: string[] = []
  const page = Object.assign(new EventTarget(), {
    opener: null,
    location: { hash: hashOf(address), search, pathname: '/approve', origin: 'https://wallet.example' },
    history: { replaceState: () => {}, back: () => void done.push('back') },
    setTimeout: () => 0,
    close: () => void done.push('closed'),
  })
  return { page, done }
}

async function askedByLetter({ message = asked }: { readonly message?: FromFrame } = {}) {
  const scripted = await scriptedServers()
  const address = newAddress({ hasKey: true })
  const said: FromWindow[] = []
  const failed: unknown[] = []
  const stop = askByLetter({
    servers: await serversOf(scripted),
    session: { token: async () => 'token' },
    ...{ address, asked: message },
    onSaid: (each) => said.push(each),
    onFailed: (error) => failed.push(error),
  })
  const windowAt = async (at: WindowAddress) => lettersAt(serversOf(scripted), at)
  return { scripted, address, said, failed, stop, windowAt }
}

test('an address is read back from its hash, with a key and without one', () => {
  for (const hasKey of [true, false]) {
    const address = newAddress({ hasKey })
    expect(addressIn(hashOf(address))).toEqual(address)
  }
})

test('what a frame asks is read under the key of the address, and what is said comes back; the server sees neither', async () => {
  const { scripted, address, said, windowAt } = await askedByLetter()
  const window = await windowAt(address)
  expect(await window.read()).toEqual({ asked, isOwn: false })
  await window.answer(approved)
  await expect.poll(() => said).toEqual([approved])
  const seen = JSON.stringify(scripted.calls.map(({ body }) => body))
  for (const word of ['dapp.example', 'foyer-window', address.key]) expect(seen).not.toContain(word)
})

test('[F13] another key opens nothing, and a window that is asked by letter is given nothing to sign with', async () => {
  const { address, windowAt } = await askedByLetter()
  const forged = await windowAt({ ...address, key: encodeBytes(randomBytes(32)) })
  await expect(forged.read()).rejects.toThrow()
  const signing = {
    ...{ person: 'email:ada@example.com', projectId: 'shop', payloads: [], device: null },
    signer: { family: 'eip155', address: '0x00' } as const,
  }
  const signer = await askedByLetter({ message: { ...asked, signing } })
  expect(await (await signer.windowAt(signer.address)).read()).toBeUndefined()
})

test('[F13] a letter’s own word on its site counts for nothing: it is where the login server knows its device from', async () => {
  const message = { ...asked, approval: { ...asked.approval, site: 'https://bank.example' } }
  const { address, windowAt } = await askedByLetter({ message })
  expect(await (await windowAt(address)).read()).toMatchObject({
    asked: { approval: { site: 'https://dapp.example' } },
  })
})

test('a frame that asks no longer hears nothing more; one whose letter is refused says so', async () => {
  const { address, said, stop, windowAt } = await askedByLetter()
  const window = await windowAt(address)
  await window.read()
  stop()
  await window.answer(approved)
  const tooLong = {
    ...asked,
    approval: { ...asked.approval, shown: { ...shown, title: encodeBytes(randomBytes(9_000)) } },
  }
  const refused = await askedByLetter({ message: tooLong })
  await expect.poll(() => refused.failed).toHaveLength(1)
  expect(said).toEqual([])
})

test.each([
  ['a window without an opener is asked by letter, says its word by letter, and closes', '', 'closed'],
  ['a visit of the whole tab goes back to the page that it came from', '?lang=en&by=visit', 'back'],
])('%s', async (_, search, end) => {
  const { address, said, windowAt } = await askedByLetter()
  const letters = await windowAt(address)
  const { page, done } = apartPage(address, search)
  const joined = joinFrame(page, () => letters)
  expect(joined.state.get().status).toBe('waiting')
  await expect.poll(() => joined.state.get()).toEqual({ status: 'asked', asked, isOwn: false })
  joined.end({ type: 'foyer-window-rejected', id: 1 })
  joined.end(approved)
  await expect.poll(() => done).toEqual([end])
  await expect.poll(() => said).toEqual([{ type: 'foyer-window-rejected', id: 1 }])
})
