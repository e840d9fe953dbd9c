import { describe, expect, test, vi } from 'vitest'
import type { AskingStep } from '../connector/live.js'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import type { Foyer } from '../foyer.js'
import { fakeKit } from '../test/fakeKit.js'
import { answer } from './index.js'
import { requestExpiryMs } from './runAttempt.js'

const codeSent = { type: 'codeSent', sentTo: 'ada@example.com', digits: 6 } as const

const failure = (promise: Promise<unknown>): Promise<unknown> => promise.then(String, (error: unknown) => error)
/** Returns the error that `answer` throws. */
const refusal = (foyer: Foyer, given: object): Promise<unknown> =>
  failure(Promise.resolve().then(() => Reflect.apply(answer, undefined, [foyer, given])))

/** A kit with a login that has been asked to connect, and whose request a test goes on with. */
async function askingKit() {
  const wallet = fakeConnector({ id: 'login', accounts: [account('0xA1')] })
  wallet.faults.connect = 'hang'
  const { calls } = vi.spyOn(wallet, 'connect').mock
  const kit = fakeKit({ connectors: [wallet] })
  kit.foyer.start()
  const connected = kit.foyer.connect({ connectorId: 'login' })
  connected.catch(() => {})
  await vi.waitFor(() => expect(calls).toHaveLength(1))
  const [[request] = []] = calls
  if (!request) throw new Error('The login was not asked.')
  const attempt = () => kit.foyer.store.getState().connection.attempts.connect
  return { ...kit, wallet, request, attempt, attemptId: attempt()?.id ?? 0, connected }
}

describe('a step that asks', () => {
  test('is shown, and goes on with the answer', async () => {
    const { foyer, request, attempt, attemptId, connected, wallet } = await askingKit()
    const answered = request.ask(codeSent)
    expect(attempt()).toMatchObject({ step: codeSent })
    answer(foyer, { attemptId, code: '123456' })
    expect(await answered).toEqual({ code: '123456' })
    wallet.release()
    expect((await connected).accounts).toHaveLength(1)
    expect(attempt()?.end).toEqual({ status: 'succeeded' })
  })

  test('asks again after a wrong code, and sends another', async () => {
    const { foyer, request, attempt, attemptId } = await askingKit()
    const first = request.ask(codeSent)
    answer(foyer, { attemptId, code: '111111' })
    await first
    const second = request.ask({ ...codeSent, isWrong: true })
    expect(attempt()?.step).toMatchObject({ isWrong: true })
    answer(foyer, { attemptId, sendAgain: true })
    expect(await second).toEqual({ sendAgain: true })
  })

  test.each<[string, AskingStep, object]>([
    ['a code that is too short', codeSent, { code: '12345' }],
    ['a code of letters', codeSent, { code: 'abcdef' }],
    ['two answers at once', codeSent, { code: '123456', sendAgain: true }],
    ['nothing', codeSent, {}],
    ['an answer of another step', { type: 'deviceApproval', sentTo: 'ada@example.com' }, { code: '123456' }],
    ['a step that isn’t asked to send again', { type: 'popup', url: 'https://id.example' }, { sendAgain: true }],
    ['anything but a yes or a no', { type: 'preview' }, { approved: 'yes' }],
  ])('refuses %s, and waits on', async (_, step, given) => {
    const { foyer, request, attemptId } = await askingKit()
    const answered = request.ask(step)
    const refused = await refusal(foyer, { attemptId, ...given })
    expect(refused).toMatchObject({ code: 'invalid_answer', facts: { step: step.type } })
    expect(JSON.stringify(refused)).not.toContain('123456')
    const right = {
      codeSent: { code: '654321' },
      deviceApproval: { sendAgain: true },
      popup: { opened: true },
      preview: { approved: true },
    } as const
    answer(foyer, { attemptId, ...right[step.type] })
    expect(await answered).toEqual(right[step.type])
  })

  test('takes one answer', async () => {
    const { foyer, request, attemptId } = await askingKit()
    const answered = request.ask(codeSent)
    answer(foyer, { attemptId, code: '123456' })
    expect(await refusal(foyer, { attemptId, code: '654321' })).toMatchObject({
      code: 'answer_not_asked',
    })
    expect(await answered).toEqual({ code: '123456' })
  })

  test('isn’t answered by another attempt’s number', async () => {
    const { foyer, request, attemptId, connected } = await askingKit()
    request.ask(codeSent).catch(() => {})
    expect(await refusal(foyer, { attemptId: attemptId + 1, code: '123456' })).toMatchObject({
      code: 'answer_not_asked',
      facts: { attemptId: attemptId + 1 },
    })
    foyer.stop()
    await failure(connected)
  })

  test('[F18] ends with its attempt, which asks and steps no more', async () => {
    const { foyer, clock, request, attempt, attemptId, connected } = await askingKit()
    const asked = failure(request.ask(codeSent))
    await clock.advance(requestExpiryMs)
    expect(await asked).toMatchObject({ code: 'aborted' })
    expect(await failure(connected)).toMatchObject({ code: 'request_timeout' })
    const ended = attempt()
    expect(await failure(request.ask(codeSent))).toMatchObject({ code: 'aborted' })
    request.step({ type: 'walletPrompt' })
    expect(attempt()).toBe(ended)
    expect(await refusal(foyer, { attemptId, code: '123456' })).toMatchObject({
      code: 'answer_not_asked',
    })
  })

  test('asked twice at once, the newer question takes the place of the former', async () => {
    const { foyer, request, attempt, attemptId } = await askingKit()
    const former = failure(request.ask(codeSent))
    const newer = request.ask({ type: 'popup', url: 'https://id.example' })
    expect(await former).toMatchObject({ code: 'aborted' })
    expect(attempt()?.step.type).toBe('popup')
    answer(foyer, { attemptId, opened: true })
    expect(await newer).toEqual({ opened: true })
  })

  test('waits no longer once the wallet goes on by itself', async () => {
    const { foyer, request, attempt, attemptId, connected, wallet } = await askingKit()
    const asked = failure(request.ask({ type: 'deviceApproval', sentTo: 'ada@example.com' }))
    request.step({ type: 'walletPrompt' })
    expect(await asked).toMatchObject({ code: 'aborted' })
    expect(attempt()?.step.type).toBe('walletPrompt')
    expect(await refusal(foyer, { attemptId, sendAgain: true })).toMatchObject({
      code: 'answer_not_asked',
    })
    wallet.release()
    await connected
  })
})
