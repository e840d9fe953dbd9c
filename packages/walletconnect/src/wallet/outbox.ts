import type { Inbox } from '../exchange/inbox.js'
import { type AnswerSealing, type RequestSealing, sealAnswer, sealRequest } from '../exchange/sealCall.js'
import type { CallMethod, Ciphers, PayloadFailure, Publication } from '../protocol/index.js'
import { RelayAnswerError } from '../transport/RelayAnswerError.js'
import type { Transport } from '../transport/transport.js'

export type RequestTo<Method extends CallMethod> = Omit<RequestSealing<Method>, 'ciphers'>

/** An answer, and what it answers. */
export type AnswerTo = Omit<AnswerSealing, 'ciphers' | 'answer'> & { readonly id: string } & (
    | { readonly result: unknown }
    | { readonly failure: PayloadFailure }
  )

/** What a wallet says: sealed, handed to the relay, and no news if it comes back. */
export interface Outbox {
  /** @throws MessageTooLargeError · RelayUnreachableError · RelayRefusedError */
  request<Method extends CallMethod>(request: RequestTo<Method>): Promise<void>
  /** @throws as `request` */
  answer(answer: AnswerTo): Promise<void>
  /** Waits for nothing: what can't be said is reported. */
  answerLater(answer: AnswerTo): void
  /** Says that a proposal was taken and what is granted, and listens to the session. @throws as `request` */
  settle(settlement: { readonly response: AnswerTo; readonly settle: RequestTo<'wc_sessionSettle'> }): Promise<void>
}

export function createOutbox({
  ciphers,
  transport,
  inbox,
  report,
}: {
  readonly ciphers: Ciphers
  readonly transport: Transport
  readonly inbox: Pick<Inbox, 'sent'>
  readonly report: (error: unknown) => void
}): Outbox {
  const publish = async (publication: Publication): Promise<void> => {
    inbox.sent(publication)
    await transport.call({ method: 'irn_publish', params: publication })
  }
  const sealed = ({ id, ...answer }: AnswerTo): Promise<Publication> =>
    sealAnswer({
      ...answer,
      ciphers,
      answer:
        'failure' in answer
          ? { type: 'failure', id, error: answer.failure }
          : { type: 'result', id, result: answer.result },
    })
  const answer = async (to: AnswerTo) => publish(await sealed(to))
  return {
    request: async (to) => publish(await sealRequest({ ...to, ciphers })),
    answer,
    answerLater: (to) => void answer(to).catch(report),
    async settle(settlement) {
      const response = await sealed(settlement.response)
      const settle = await sealRequest({ ...settlement.settle, ciphers })
      try {
        inbox.sent(response)
        inbox.sent(settle)
        await transport.call({
          method: 'wc_approveSession',
          params: {
            pairingTopic: response.topic,
            sessionTopic: settle.topic,
            sessionProposalResponse: response.message,
            sessionSettlementRequest: settle.message,
          },
        })
        transport.adopt([settle.topic])
      } catch (error) {
        // The older way, also for a relay that only failed at the newer: it takes each text once.
        if (!(error instanceof RelayAnswerError)) throw error
        await transport.watch([settle.topic])
        // The settlement first: an application that knows its topic finds it there.
        await publish(settle)
        await publish(response)
      }
    },
  }
}
