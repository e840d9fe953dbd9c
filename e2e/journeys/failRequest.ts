import type { Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'

interface Failing {
  readonly walletOrigin: string
  readonly name: string
}

/** Has the wallet's page fail one kind of request in the place of what it would have answered. */
function failInFrame({ walletOrigin, name }: Failing): void {
  if (location.origin !== walletOrigin) return
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (message: unknown) {
    const isAnswer = Object(message).type === `@w3m-frame/${name}_SUCCESS`
    const failed = { ...Object(message), type: `@w3m-frame/${name}_ERROR`, payload: { message: 'It failed.' } }
    postMessage.call(this, isAnswer ? failed : message)
  }
}

const failingOf = ({ local: { wallet } }: Journey, name: string): Failing => ({
  walletOrigin: new URL(wallet).origin,
  name,
})

/** From now on, in the frame that is there. */
export async function failRequest({ page, journey, name }: Parameters): Promise<void> {
  const failing = failingOf(journey, name)
  const frame = page.frames().find((each) => each.url().startsWith(failing.walletOrigin))
  if (!frame) throw new Error('The page has no frame of the wallet’s.')
  await frame.evaluate(failInFrame, failing)
}

/** From the next load on, in every frame. */
export const failRequestAnew = ({ page, journey, name }: Parameters) =>
  page.addInitScript(failInFrame, failingOf(journey, name))

interface Parameters {
  readonly page: Page
  readonly journey: Journey
  /** The request's, as the protocol has it. */
  readonly name: string
}
