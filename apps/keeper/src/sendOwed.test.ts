import type { OwedMail } from '@foyer/service/mail/mailQueue'
import { beforeEach, expect, test, vi } from 'vitest'
import { createSendOwed, type LateKind, type SendOwed, sendLateOwed } from './owedMails.js'
import { type Owing, paid } from './owing.js'
import { keeperEmailChanges } from './tables.js'
import { oneDatabase } from './test/oneDatabase.js'

// How mails that are owed are sent, and what is written of that; of a kind that stands for all.

interface Row extends Owing<'change'> {
  readonly id: string
  readonly person: string
  readonly site: string
}
const database = oneDatabase()
const [walletOrigin, time] = ['https://wallet.example', 1_800_000_000_000]
const due: Row = {
  id: 'a',
  person: 'email:a@mail.example',
  site: 'https://dapp.example',
  owes: 'change',
  owedAt: new Date(time),
  owedTries: 1,
}
const mail = { subject: 'Asked', text: 'Asked.', html: '<p>Asked.</p>' }
const onSent = vi.fn()
const write = vi.fn(async (): Promise<readonly Row[]> => [due])
const read = vi.fn(async (): Promise<readonly Row[]> => [due])
const kind: LateKind<'change', Row, string> = {
  columns: keeperEmailChanges,
  mailsOf: () => ['a@mail.example', 'b@mail.example'].map((to) => ({ ...mail, to })),
  ...{ onSent, read, write },
  linksOf: () => ({ links: 'link', kept: {} }),
  isWanted: () => true,
}
const added: OwedMail[] = []
const noted = vi.fn()
const clock = { now: () => time }
const log = { warn: vi.fn(), error: vi.fn() }
beforeEach(() => {
  vi.clearAllMocks()
  added.length = 0
})

const send = (row: Row) =>
  createSendOwed({
    ...{
      orm: database().orm,
      walletOrigin,
      siteNames: { nameOf: () => null },
      log,
      metrics: { noted },
      codeAhead: () => undefined,
    },
    clock: { ...clock, setTimeout: () => () => undefined },
    mails: { add: (_, owed) => owed !== undefined && added.push(owed) > 0 },
  })(kind, { row, links: 'link' })

test.each([
  ['nothing is owed', { ...due, owes: null }],
  ['nobody has said when', { ...due, owedAt: null }],
])('where %s nothing is sent', (_, row) => {
  send(row)
  expect([added.length, noted.mock.calls.length]).toEqual([0, 0])
})

test.each([
  [['sent', 'sent'], 1, paid],
  [['sent', 'refused'], 0, paid],
  [['failed', 'sent'], 0, { owedAt: new Date(time + 4_000) }],
] as const)('of two mails that went so: %j, both have gone out %s times', async (outcomes, times, written) => {
  send(due)
  for (const [each, outcome] of outcomes.entries()) await added[each]?.settled(outcome)
  expect(onSent).toHaveBeenCalledTimes(times)
  expect(write).toHaveBeenCalledExactlyOnceWith(expect.anything(), expect.anything(), written)
})

const base = {
  ...{
    clock: { ...clock, setTimeout: () => () => undefined },
    randomBytes: (length: number) => new Uint8Array(length),
  },
  lateLimit: { take: async () => null },
}
const late = async () => {
  const sent: unknown[] = []
  const write: SendOwed = (_, owed) => void sent.push(owed)
  await sendLateOwed({ kind, base: { ...base, orm: database().orm, write }, log })
  return sent
}

test('what is late is sent; what another node has taken meanwhile, before or after it was read, is that node’s', async () => {
  expect(await late()).toEqual([{ row: due, links: 'link' }])
  read.mockResolvedValueOnce([due]).mockResolvedValueOnce([])
  expect(await late()).toEqual([])
  read.mockResolvedValueOnce([due]).mockResolvedValueOnce([{ ...due, owes: null }])
  expect(await late()).toEqual([])
  write.mockResolvedValueOnce([])
  expect(await late()).toEqual([])
})
