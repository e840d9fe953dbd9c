import type { Output } from '@foyer/core/wire'
import { approveCeremonyCall, cancelCeremonyCall, openCeremoniesCall } from '@foyer/embedded/custody'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { RefusedError, type Servers } from '../login/servers.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { say } from '../messages/say.js'
import { Message } from '../views/Message.js'
import { Question } from './Question.js'
import { useAnswers } from './useAnswers.js'

type Ceremony = Output<(typeof openCeremoniesCall)['reply']>['ceremonies'][number]

type Shown =
  | { readonly status: 'asked'; readonly ceremony: Ceremony }
  | { readonly status: 'said'; readonly title: SentenceName; readonly why?: SentenceName }

/**
 * What other devices ask for, in a browser that the keeper knows: the newest first. Approved by the digits that the other one shows, never by a button alone: one
 * that shows none can be refused alone.
 */
export function DevicesPage({ servers }: { readonly servers: Servers }): ReactNode {
  const readNewest = useCallback(
    async () => shownFor((await servers.signed(openCeremoniesCall, {})).ceremonies),
    [servers],
  )
  const { shown, isBusy, read, act } = useAnswers({ read: readNewest, failed })
  if (!shown) return <Message title={say('approve.wait')} />
  if (shown.status === 'said') {
    return (
      <Message title={say(shown.title)} actions={<Button onClick={read}>{say('devices.again')}</Button>}>
        {shown.why ? <p>{say(shown.why)}</p> : null}
      </Message>
    )
  }
  const { ceremony, asksDigits, opensAt } = shown.ceremony
  const approve = (digits: string) =>
    act(async () => {
      const { status } = await servers.signed(approveCeremonyCall, { ceremony, digits })
      return { status: 'said', title: status === 'approved' ? 'devices.approved' : 'confirm.wrongDigits' }
    })
  const refuse = () =>
    act(async () => {
      await servers.signed(cancelCeremonyCall, { ceremony })
      return { status: 'said', title: 'confirm.refused' }
    })
  return (
    <Question
      key={ceremony}
      asking={shown.ceremony}
      asksDigits={asksDigits}
      isHeld={!asksDigits && opensAt !== null}
      isBusy={isBusy}
      onConfirm={asksDigits ? approve : undefined}
      onRefuse={refuse}
    />
  )
}

function shownFor([newest]: readonly Ceremony[]): Shown {
  return newest
    ? { status: 'asked', ceremony: newest }
    : { status: 'said', title: 'devices.none', why: 'devices.noneSay' }
}

function failed(error: unknown): Shown {
  const isUnknown = error instanceof RefusedError && error.refusal === 'device_unknown'
  return isUnknown
    ? { status: 'said', title: 'devices.unknown', why: 'devices.unknownSay' }
    : { status: 'said', title: 'confirm.broken' }
}
