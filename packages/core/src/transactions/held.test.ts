import { afterEach, expect, test, vi } from 'vitest'
import { sendTransfer } from '../actions/send.js'
import { contextOf } from '../context.js'
import { TransactionHeldError } from '../errors/action.js'
import { runTransaction } from './runTransaction.js'
import { item, trayKits } from './test/trayKit.js'
import { merged, trackedLimit } from './trackedTransaction.js'
import { trayOf } from './tray.js'

const kits = trayKits()
const { open: trayKit } = kits
afterEach(kits.end)

const sending = { to: '0xB', amount: 10n ** 18n } as const

test('what no node knows is said to wait in the wallet, and is mined under the hash of what carried it out', async () => {
  const { foyer, waits, last, status, waiting, stored } = await trayKit()
  foyer.open({ view: 'Account' })
  await sendTransfer(foyer, sending)
  await waiting(1)
  expect(waits[0]).toMatchObject({ sender: '0xA1', unseen: undefined })
  waits[0]?.miss({ block: 7n, isHeld: false })
  expect(last()).toMatchObject({ status: 'pending', unseenBlock: 7n })
  waits[0]?.miss({ block: 9n, isHeld: true })
  expect(last()).toMatchObject({ status: 'held', unseenBlock: 9n })
  expect(foyer.store.getState().snackbar?.message).toBe('account.transactionHeld')
  expect(stored().transactions).toContain('"unseenBlock":"9"')
  waits[0]?.mine({ hash: '0xcarried', status: 'success' })
  await status('mined')
  expect(last()).toMatchObject({ hash: '0xs1', minedHash: '0xcarried' })
})

test('one that a node knows after all is pending again', async () => {
  const { foyer, waits, last, waiting } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  waits[0]?.miss({ block: 9n, isHeld: true })
  waits[0]?.number(7)
  expect(last()).toMatchObject({ status: 'pending', nonce: 7 })
})

test('[F18] the next visit reads on, but for thirty days', async () => {
  const first = await trayKit()
  await sendTransfer(first.foyer, sending)
  await first.waiting(1)
  first.waits[0]?.miss({ block: 9n, isHeld: true })
  first.foyer.stop()
  const second = await trayKit(first.entries)
  await second.waiting(1)
  expect(second.waits[0]).toMatchObject({ hash: '0xs1', unseen: { block: 9n, isHeld: true } })
  const tray = trayOf(contextOf(second.foyer))
  tray.add(item({ hash: '0xold', status: 'held', sentAt: second.clock.now() - 2_592_000_001 }))
  tray.add(item({ hash: '0xnew', sentAt: second.clock.now() }))
  await second.waiting(2)
  expect(second.waits.map(({ hash }) => hash)).toEqual(['0xs1', '0xnew'])
})

test('who waits for it is told so, and nothing goes on as if it had been mined', async () => {
  const { foyer, waits, waiting } = await trayKit()
  const context = contextOf(foyer)
  const tray = trayOf(context)
  const ended = runTransaction(context, {
    attempt: { kind: 'send', networkId: 'eip155:1', address: '0xA1' },
    async send() {
      tray.add(item({ hash: '0xs1', sentAt: context.clock.now() }))
      return { hash: '0xs1' }
    },
  })
  const refused = expect(ended).rejects.toBeInstanceOf(TransactionHeldError)
  await waiting(1)
  waits[0]?.miss({ block: 9n, isHeld: true })
  await refused
  const end = Object.values(foyer.store.getState().connection.attempts).find((each) => each?.kind === 'send')?.end
  expect(end).toMatchObject({ notice: 'account.transactionHeld', mayHaveBeenSent: true })
})

test('what another tab has seen the end of stays ended', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const { foyer, last, waiting, stored, waits } = await trayKit()
  await sendTransfer(foyer, sending)
  await waiting(1)
  const newValue = stored().transactions?.replace('"pending"', '"mined"') ?? ''
  contextOf(foyer).persistence.write('transactions', newValue)
  page.dispatchEvent(Object.assign(new Event('storage'), { key: '@foyer/1/project/transactions', newValue }))
  waits[0]?.miss({ block: 9n, isHeld: true })
  expect(last()?.status).toBe('mined')
})

test('of one transaction the end counts, else this tab’s own word; ended ones go before held ones', () => {
  const [pending, held, mined] = [item({}), item({ status: 'held' }), item({ status: 'mined' })]
  expect(merged([pending], [held])).toEqual([pending])
  expect(merged([held], [pending])).toEqual([held])
  expect(merged([held], [mined])).toEqual([mined])
  const many = Array.from({ length: trackedLimit }, (_, at) =>
    item({ hash: `0x${at}`, status: 'mined', sentAt: at + 2 }),
  )
  expect(merged([...many, item({ hash: '0xheld', status: 'held', sentAt: 1 })], []).at(-1)?.hash).toBe('0xheld')
})
