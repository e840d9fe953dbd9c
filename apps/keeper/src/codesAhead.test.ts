import { newId } from '@foyer/custody/bytes'
import { sendCodeCall } from '@foyer/custody/keeperWord'
import type { Receipt } from '@foyer/custody/signed'
import { readCodeWord } from '@foyer/login/keeperWords'
import { expect, test } from 'vitest'
import { sendCodeAhead } from './codesAhead.js'
import { keeperBindings } from './tables.js'
import { ceremonyRows } from './test/ceremonyRows.js'
import { eachWorld } from './test/eachWorld.js'
import { createDevice, dayMs, site, type World } from './test/keeperWorld.js'

let world: World
let rows: Awaited<ReturnType<typeof ceremonyRows>>
eachWorld(async (started) => {
  world = started
  rows = await ceremonyRows(world)
})

/** Returns the messages to the login server once a ceremony's mail has gone out. */
async function told(more: Parameters<typeof rows.add>[1] = {}, holdMs = dayMs) {
  const said: { readonly path: string; readonly receipt: Receipt }[] = []
  const { id } = await createDevice()
  const ceremony = await rows.add(id, { status: 'waiting', opensAt: null, owes: 'confirm', ...more })
  await sendCodeAhead(
    {
      ...world.services.keeper,
      holdMs,
      notifyLogin: async ({ path }, body) => {
        said.push({ path, ...Object(body) })
        return 'done'
      },
    },
    ceremony,
  )
  return { said, ceremony }
}

/** A wallet of the person's, so old, with a part here or without. */
async function bind({ ageMs, sealed = 'part' }: { ageMs: number; sealed?: string | null }) {
  const boundAt = new Date(world.clock.now() - ageMs)
  const { person } = rows
  const of = { person, mailbox: person, wallet: newId(), email: 'ada@mail.example', sealedHash: 'hash', boundAt }
  const part = sealed === null ? null : 'one'
  const moved = { movedFrom: null, movedAt: null }
  await world.database.orm.insert(keeperBindings).values({ ...of, ...moved, keyName: part, rowKey: part, sealed })
}

test('[F1] of a first login the login server is told whose code is to lie beside the mail, for as long as the link is good', async () => {
  const { said, ceremony } = await told({ language: 'de' })
  expect(said).toMatchObject([{ path: sendCodeCall.path }])
  const [word] = said
  if (word === undefined) return
  const { signing: keeper } = world.secret.publicKeys
  expect(await readCodeWord({ receipt: word.receipt, keeper, now: world.clock.now() })).toEqual({
    ...{ person: rows.person, device: ceremony.device, ceremony: ceremony.id, site },
    ...{ browser: ceremony.browser, language: 'de', expiresAt: Math.floor(ceremony.expiresAt.getTime() / 1000) },
  })
})

test.each(['held', 'released', 'wrongDigits', null] as const)('no code lies beside another mail: %s', async (owes) => {
  expect((await told({ owes })).said).toEqual([])
})

test.each([
  ['young', dayMs - 1, 'part', dayMs, 1],
  ['old, which waits', dayMs, 'part', dayMs, 0],
  ['old, where the operator wants no wait', dayMs, 'part', 0, 1],
  ['young, which the keeper doesn’t open', dayMs - 1, null, dayMs, 0],
  ['old, which the keeper doesn’t open', dayMs, null, 0, 0],
] as const)(
  'beside the mail of a later device a code lies where it opens the wallet at once: %s',
  async (_, ageMs, sealed, holdMs, count) => {
    await bind({ ageMs, sealed })
    expect((await told({}, holdMs)).said).toHaveLength(count)
  },
)
