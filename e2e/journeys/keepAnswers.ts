import type { Page } from '@playwright/test'
import type { Journey } from '../fixtures.js'

declare global {
  /** What the wallet's page answered last to a kind of request that is kept. */
  var lastAnswer: unknown
}

interface Keeping {
  readonly walletOrigin: string
  readonly name: string
}

/** In the wallet's frame: what it says by its port goes on as it is, and is kept. */
function keepInFrame({ walletOrigin, name }: Keeping): void {
  if (location.origin !== walletOrigin) return
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (message: unknown) {
    if (Object(message).type === `@w3m-frame/${name}_SUCCESS`) globalThis.lastAnswer = Object(message).payload
    postMessage.call(this, message)
  }
}

const originOf = ({ local: { wallet } }: Journey) => new URL(wallet).origin

/** From the next load on, what the wallet's page answers to one kind of request is kept. */
export const keepAnswers = ({
  page,
  journey,
  name,
}: {
  readonly page: Page
  readonly journey: Journey
  /** The request's, as the protocol has it. */
  readonly name: string
}) => page.addInitScript(keepInFrame, { walletOrigin: originOf(journey), name })

/** The last of the answers that are kept. */
export async function answerTo(page: Page, journey: Journey): Promise<unknown> {
  const frame = page.frames().find((each) => each.url().startsWith(originOf(journey)))
  return frame?.evaluate(() => globalThis.lastAnswer)
}
