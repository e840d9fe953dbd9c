import { createTestClock } from '@foyer/testing'
import { afterEach } from 'vitest'
import { createFrame } from '../frame/createFrame.js'
import { ScriptedPage, type ScriptedPageParameters } from './scriptedPage.js'
import { secureOrigin as origin, withPages } from './withPages.js'

/** Sets a test file up to have frames of a wallet's page in its document. */
export function withFrames() {
  withPages()
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })
  /** The errors that listeners threw. */
  const thrown: unknown[] = []

  /** A frame and its page, which answers by name; without an answer it never does. */
  function made(parameters: Partial<ScriptedPageParameters> = {}) {
    const clock = createTestClock()
    const page = new ScriptedPage({
      ...{ document, origin },
      answer: () => new Promise(() => {}),
      ready: () => clock.advance(500),
      ...parameters,
    })
    const frame = createFrame({
      ...{ clock, document, title: 'Email' },
      src: `${origin}/sdk?projectId=p`,
      report: (error) => thrown.push(error),
    })
    ends.push(
      () => frame.end(),
      () => page.end(),
    )
    return { clock, page, frame }
  }
  return { made, thrown }
}

/** Returns the state of a promise, once everything that can happen by itself has. */
export async function standing(promise: Promise<unknown>): Promise<unknown> {
  let now: unknown = 'open'
  const take = (outcome: unknown) => {
    now = outcome
  }
  promise.then(take, take)
  await settle()
  return now
}

export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}
