import type { Output } from '@foyer/core/wire'
import { cancelCeremonyCall } from '@foyer/custody/keeperCalls'
import { approveCeremonyCall, openCeremoniesCall } from '@foyer/custody/keeperPageCalls'
import { Button } from '@foyer/parts'
import { type ReactNode, useCallback } from 'react'
import { Question } from '../confirm/Question.js'
import { useAnswers } from '../confirm/useAnswers.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { say } from '../messages/say.js'
import { sayInWindow } from '../messages/windowSentences.js'
import type { Servers } from '../servers/servers.js'
import { Message } from '../views/Message.js'

type Ceremony = Output<(typeof openCeremoniesCall)['reply']>['ceremonies'][number]

type Shown =
  | { readonly status: 'asked'; readonly ceremony: Ceremony }
  | { readonly status: 'said'; readonly title: string }
  | { readonly status: 'nothing'; readonly isKnown: boolean }

/** The props of a page on which no other device asks for anything. */
export interface Unasked {
  /** Whether the keeper knows this browser. */
  readonly isKnown: boolean
  readonly onLook: () => void
}

export interface DashboardPageProps {
  /** The servers, by this browser's own key. */
  readonly servers: Servers
  readonly children: (unasked: Unasked) => ReactNode
}

/**
 * The wallet's own page. First comes what another device asks for, in a browser that the keeper knows: approved by the digits that the other one shows, never
 * by a button alone: one that shows none can be refused alone. Nothing brings it up by itself, since a stranger may ask at any time.
 */
export function DashboardPage({ servers, children }: DashboardPageProps): ReactNode {
  const readNewest = useCallback(async (): Promise<Shown> => {
    // A keeper that is away, or doesn't know this browser, asks nothing of it: the rest of the page needs neither.
    const said = await servers.signed(openCeremoniesCall, {}).catch(() => undefined)
    const [newest] = said?.ceremonies ?? []
    return newest ? { status: 'asked', ceremony: newest } : { status: 'nothing', isKnown: said?.isKnown === true }
  }, [servers])
  const { shown, isBusy, read, act } = useAnswers({ read: readNewest, failed })
  if (!shown) return <Message title={say('approve.wait')} />
  if (shown.status === 'nothing') return children({ isKnown: shown.isKnown, onLook: read })
  if (shown.status === 'said')
    return <Message title={shown.title} actions={<Button onClick={read}>{sayHere('devices.again')}</Button>} />
  const { ceremony, asksDigits, opensAt } = shown.ceremony
  const approve = (digits: string) =>
    act(async () => {
      const { status } = await servers.signed(approveCeremonyCall, { ceremony, digits })
      return {
        status: 'said',
        title: status === 'approved' ? sayHere('devices.approved') : sayInWindow('confirm.wrongDigits'),
      }
    })
  const refuse = () =>
    act(async () => {
      await servers.signed(cancelCeremonyCall, { ceremony })
      return { status: 'said', title: sayInWindow('confirm.refused') }
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

const failed = (): Shown => ({ status: 'said', title: sayInWindow('confirm.broken') })
