import { Link, ShieldIcon } from '@foyer/parts'
import { type ReactNode, useEffect, useState } from 'react'
import { openedSentences } from '../messages/openedSentences.js'
import { sayOf, timeOf } from '../messages/say.js'
import type { AskingDevice } from '../servers/device.js'
import type { Opening } from './openings.js'

export interface Openings {
  /** Where else the wallet was opened, below a request; null where that is nowhere, or was said. */
  readonly line: ReactNode
  /** The visitor has answered the request below which it stood. An application that takes its request back hasn't had it read. */
  readonly answered: () => void
}

/** Reads where else the wallet was opened while a request is shown. A server that is away leaves it for the next. */
export function useOpenings({
  asking,
  isAsked,
}: {
  readonly asking: AskingDevice
  readonly isAsked: boolean
}): Openings {
  const [openings, setOpenings] = useState<readonly Opening[]>([])
  useEffect(() => {
    if (!isAsked) return
    let isLeft = false
    import('./openings.js')
      .then(({ openingsSince }) => openingsSince(asking))
      .then((read) => {
        if (!isLeft) setOpenings(read)
      })
      .catch(asking.report)
    return () => {
      isLeft = true
    }
  }, [asking, isAsked])
  return {
    line: openings.length > 0 ? <OpeningsLine openings={openings} /> : null,
    answered() {
      if (openings.length === 0) return
      import('./openings.js').then(({ keepSaid }) => keepSaid(asking, openings)).catch(asking.report)
    },
  }
}

const sayOpened = (name: keyof typeof openedSentences, values: Readonly<Record<string, string>> = {}): string =>
  sayOf(openedSentences, name, values)

function OpeningsLine({ openings }: { readonly openings: readonly Opening[] }): ReactNode {
  const [newest, ...others] = openings
  if (!newest) return null
  const { site, browser, firstSeen } = newest
  const values = { site: new URL(site).host, browser, when: timeOf(firstSeen), count: `${openings.length}` }
  return (
    <div className="opened" role="status">
      <ul className="warnings">
        <li data-level="told">
          <ShieldIcon />
          <span>
            {sayOpened(others.length > 0 ? 'opened.more' : 'opened.one', values)}{' '}
            <Link href="/dashboard#devices" newTabHint={sayOpened('opened.tab')}>
              {sayOpened('opened.look')}
            </Link>
          </span>
        </li>
      </ul>
    </div>
  )
}
