import { askDeletionCall } from '@foyer/custody/deletionCalls'
import { askEmailChangeCall } from '@foyer/custody/emailChangeCalls'
import { MailError } from '@foyer/service/mail/mail'
import { afterEach, expect, test } from 'vitest'
import { keeperDeletions, keeperEmailChanges } from './tables.js'
import { askSigned, dayMs, email, firstLogin, mailsSent, site, startWorld, type World } from './test/keeperWorld.js'

let world: World
afterEach(() => world?.close())

type First = Awaited<ReturnType<typeof firstLogin>>
interface Tried {
  readonly owedTries: number
  readonly owedAt: Date
}

const kinds = {
  'a change of the address': {
    mail: 'change',
    ask: ({ device: { keys } }: First) =>
      askSigned(world, {
        call: askEmailChangeCall,
        keys,
        payload: { from: email, to: 'lovelace@mail.example', site },
      }),
    rows: () => world.database.orm.select().from(keeperEmailChanges),
    set: async (to: Tried) => void (await world.database.orm.update(keeperEmailChanges).set(to)),
    end: async () => void (await world.database.orm.update(keeperEmailChanges).set({ status: 'ended' })),
  },
  'a deletion': {
    mail: 'deleting',
    ask: ({ device: { keys }, wallet }: First) =>
      askSigned(world, { call: askDeletionCall, keys, payload: { wallet, site } }),
    rows: () => world.database.orm.select().from(keeperDeletions),
    set: async (to: Tried) => void (await world.database.orm.update(keeperDeletions).set(to)),
    end: async () => void (await world.database.orm.update(keeperDeletions).set({ status: 'ended' })),
  },
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

/** Has mails owed that the mail server doesn't take now. @returns a round of what is sent late, after so many tries */
async function owing({ ask, rows, set }: Kind) {
  let isAway = false
  world = await startWorld({
    take: async () => {
      if (isAway) throw new MailError({ code: '450', isLasting: false })
    },
  })
  const first = await firstLogin(world)
  world.clock.pass(2 * dayMs)
  const sent = await mailsSent(world)
  isAway = true
  expect((await ask(first)).status).toBe(200)
  const tried = async () => {
    await mailsSent(world)
    await expect.poll(() => world.queue.length).toBe(0)
  }
  await tried()
  const triedBefore = async (owedTries: number) => {
    await set({ owedTries, owedAt: new Date(world.clock.now()) })
    await world.sendLate()
    const [row] = await rows()
    await tried()
    return row
  }
  const givenUp = () => world.lines.filter((line) => line.includes('given up')).map((line) => JSON.parse(line))
  const isBack = () => {
    isAway = false
  }
  return { triedBefore, givenUp, isBack, sent }
}

test.each(Object.entries(kinds))(
  'a mail about %s is given up after thirty tries, and the log says so',
  async (_, kind) => {
    const { triedBefore, givenUp } = await owing(kind)
    expect(await triedBefore(29)).toMatchObject({ owes: kind.mail, owedTries: 30 })
    expect(givenUp()).toEqual([])
    expect(await triedBefore(30)).toMatchObject({ owes: null, owedTries: 0 })
    expect(givenUp()).toMatchObject([{ mail: kind.mail, tries: 30 }])
  },
)

test.each(Object.entries(kinds))(
  'a mail about %s that is over meanwhile is owed no more, and sent to nobody',
  async (_, kind) => {
    const { triedBefore, givenUp, isBack, sent } = await owing(kind)
    expect(await triedBefore(1)).toMatchObject({ owes: kind.mail })
    await expect.poll(() => world.queue.length).toBe(0)
    await kind.end()
    isBack()
    expect(await triedBefore(1)).toMatchObject({ owes: null, owedTries: 0 })
    expect([await mailsSent(world), givenUp()]).toEqual([sent, []])
  },
)
