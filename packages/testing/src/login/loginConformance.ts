import { type Attempt, type Connector, createFoyer, type Foyer, type Network } from '@foyer/core'
import { answer } from '@foyer/core/attempt'
import type { ConformanceRunner } from '../connectorConformance.js'
import { createTestClock, type TestClock } from '../createTestClock.js'

/** A login by e-mail that no one has used yet, with what its visitor does outside the page. */
export interface LoginSubject {
  readonly connector: Connector
  /** The same login in a page that is loaded anew. */
  readonly reload: () => Connector
  readonly network: Network
  readonly clock?: TestClock | undefined
  readonly email: string
  /** In ms, how long after a mail another login may be begun. */
  readonly pauseMs?: number | undefined
  /** Where its wallet's page is, for a login that has one. */
  readonly secureOrigin?: string | undefined
  /** Lets the device in, as the link in the mail does. */
  readonly approveDevice: () => void
  /** The code that was sent last. */
  readonly code: () => string
}

type Runner = Omit<ConformanceRunner, 'make'> & {
  /** Makes a new subject for each test. */
  make(): Promise<LoginSubject> | LoginSubject
}

/**
 * Tests what every login by e-mail must do in a kit: its steps, its answers, its ends. It passes `connectorConformance`
 * as well.
 *
 * @example
 * loginConformance({ describe, test, expect, make: () => ({ connector, reload, network, email, approveDevice, code }) })
 */
export function loginConformance({ describe, test, expect, make }: Runner): void {
  const made = async () => kitOf(await make())
  describe('a login', () => {
    succeeding({ test, expect, made })
    refusing({ test, expect, made })
    ending({ test, expect, made })
  })
}

type Made = Awaited<ReturnType<typeof kitOf>>

interface Suite extends Pick<Runner, 'test' | 'expect'> {
  readonly made: () => Promise<Made>
}

function succeeding({ test, expect, made }: Suite): void {
  test('asks for the device and the code, and connects with a profile that another visit has too', async () => {
    const { foyer, begin, atCode, subject, storage, profile } = await made()
    const connected = begin()
    await atCode()
    reply(foyer, { code: subject.code() })
    await connected
    expect(profile()).toMatchObject({ provider: 'email', email: subject.email })
    foyer.stop()
    expect(profile()).toBe(undefined)
    const next = await kitOf({ ...subject, connector: subject.reload() }, storage)
    await until(next.foyer, () => next.foyer.account().status === 'connected')
    expect(next.profile()).toMatchObject({ provider: 'email', email: subject.email })
    await next.foyer.disconnect()
    expect(next.profile()).toBe(undefined)
    next.foyer.stop()
  })

  test('takes another code after a wrong one', async () => {
    const { foyer, begin, atCode, subject } = await made()
    const connected = begin()
    await atCode()
    reply(foyer, { code: wrongCode(subject) })
    await until(foyer, () => isWrong(foyer))
    reply(foyer, { code: subject.code() })
    await connected
    expect(foyer.account().status).toBe('connected')
    foyer.stop()
  })
}

function refusing({ test, expect, made }: Suite): void {
  test('refuses an address that can’t be one, and a way that it hasn’t', async () => {
    const { foyer, subject } = await made()
    const connectorId = subject.connector.id
    const failed = await failure(foyer.connect({ connectorId, login: { method: 'email', email: 'ada@' } }))
    expect(failed).toMatchObject({ code: 'invalid_login', facts: { field: 'login.email' } })
    const offered = new Set<string>(subject.connector.logins?.socials)
    for (const provider of ['google', 'facebook', 'farcaster'] as const) {
      if (offered.has(provider)) continue
      const refused = await failure(foyer.connect({ connectorId, login: { method: 'social', provider } }))
      expect(refused).toMatchObject({ code: 'invalid_login', facts: { field: 'login.method' } })
    }
    foyer.stop()
  })

  test('an answer to another attempt, of another shape or given twice changes nothing', async () => {
    const { foyer, begin, atCode, subject } = await made()
    const connected = begin()
    await atCode()
    const { step, id } = attemptOf(foyer)
    const elsewhere = () => answer(foyer, { attemptId: id + 1, code: subject.code() })
    expect(thrown(elsewhere)).toMatchObject({ code: 'answer_not_asked' })
    expect(thrown(() => reply(foyer, { opened: true }))).toMatchObject({ code: 'invalid_answer' })
    expect(thrown(() => reply(foyer, { code: 'abc' }))).toMatchObject({ code: 'invalid_answer' })
    expect(attemptOf(foyer).step).toBe(step)
    reply(foyer, { code: subject.code() })
    expect(thrown(() => reply(foyer, { code: subject.code() }))).toMatchObject({ code: 'answer_not_asked' })
    await connected
    foyer.stop()
  })

  test('too many wrong codes end it, and another one may be begun', async () => {
    const { foyer, begin, atCode, subject } = await made()
    const failed = failure(begin())
    await atCode()
    for (let count = 0; !attemptOf(foyer).end && count < 20; count += 1) {
      const { step } = attemptOf(foyer)
      reply(foyer, { code: wrongCode(subject) })
      await until(foyer, () => attemptOf(foyer).end !== undefined || attemptOf(foyer).step !== step)
    }
    expect(await failed).toMatchObject({ code: 'too_many_codes' })
    expect(attemptOf(foyer).end).toMatchObject({ status: 'failed', notice: 'error.tooManyCodes' })
    pause(subject)
    const connected = begin()
    await atCode()
    reply(foyer, { code: subject.code() })
    await connected
    foyer.stop()
  })
}

function ending({ test, expect, made }: Suite): void {
  test('left in the middle it is over, and begins anew', async () => {
    const { foyer, begin, atCode, subject } = await made()
    const controller = new AbortController()
    const left = failure(begin(controller.signal))
    await atCode()
    controller.abort()
    expect(await left).toMatchObject({ code: 'aborted' })
    expect(attemptOf(foyer).end).toEqual({ status: 'cancelled' })
    expect(thrown(() => reply(foyer, { code: subject.code() }))).toMatchObject({ code: 'answer_not_asked' })
    pause(subject)
    const connected = begin()
    await atCode()
    reply(foyer, { code: subject.code() })
    await connected
    foyer.stop()
  })

  test('[F18] ends with the kit, and leaves no surface over the page', async () => {
    const { foyer, begin, subject } = await made()
    const ended = failure(begin())
    await until(foyer, () => attemptOf(foyer).step.type === 'deviceApproval')
    foyer.stop()
    expect(await ended).toMatchObject({ code: 'aborted' })
    expect(foyer.store.getState().surface).toBe(undefined)
    subject.approveDevice()
    expect(foyer.account().status).toBe('disconnected')
  })
}

async function kitOf(subject: LoginSubject, storage = new Map<string, string>()) {
  const { connector, network, email } = subject
  const foyer = createFoyer({
    projectId: 'login',
    networks: [network],
    adapters: [
      { family: network.chainNamespace, type: 'test', actions: async () => ({ nativeBalance: async () => 0n }) },
    ],
    connectors: [connector],
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    clock: subject.clock ?? createTestClock(),
    secureOrigin: subject.secureOrigin,
  })
  foyer.start()
  const stepIs = (type: string) => () => attemptOf(foyer).step.type === type && !attemptOf(foyer).end
  return {
    subject,
    foyer,
    storage,
    begin: (signal?: AbortSignal) =>
      foyer.connect({ connectorId: connector.id, login: { method: 'email', email }, signal }),
    /** Goes on until the code is asked for. */
    async atCode() {
      await until(foyer, () => stepIs('deviceApproval')() || stepIs('codeSent')())
      if (stepIs('deviceApproval')()) subject.approveDevice()
      await until(foyer, stepIs('codeSent'))
    },
    profile: () => Object.values(foyer.store.getState().connection.connections)[0]?.profile,
  }
}

function attemptOf(foyer: Foyer): Attempt {
  return foyer.store.getState().connection.attempts.connect ?? notBegun
}

const notBegun: Attempt = { id: 0, kind: 'connect', connectorId: '', step: { type: 'starting' } }

const reply = (foyer: Foyer, given: { code: string } | { opened: boolean }) =>
  answer(foyer, { attemptId: attemptOf(foyer).id, ...given })

const pause = ({ clock, pauseMs = 0 }: LoginSubject): void => clock?.advance(pauseMs)

const isWrong = (foyer: Foyer): boolean => {
  const { step } = attemptOf(foyer)
  return step.type === 'codeSent' && step.isWrong === true
}

/** Another one of the same length. */
const wrongCode = ({ code }: LoginSubject): string => code().replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)

function until(foyer: Foyer, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    if (holds()) return resolve()
    const stop = foyer.store.subscribe(() => {
      if (!holds()) return
      stop()
      resolve()
    })
  })
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It should have failed.')
}

function thrown(call: () => void): unknown {
  try {
    call()
  } catch (error) {
    return error
  }
  throw new Error('It should have thrown.')
}
