import { addressIn, type WalletAddresses } from '@foyer/login/loginCalls'
import { Button, Link } from '@foyer/parts'
import { type ReactNode, useState } from 'react'
import { useWork } from '../failures/useWork.js'
import { sayHere } from '../messages/dashboardSentences.js'
import { FileForm } from '../moving/FileForm.js'
import { type OpenedFile, openFile } from '../moving/walletFile.js'
import type { RunTask } from '../vault/runTask.js'
import { Failure } from '../views/Failure.js'
import { Message } from '../views/Message.js'
import { Accounts } from './Accounts.js'
import { LoginByMail } from './LoginByMail.js'
import type { Dashboard } from './openDashboard.js'
import { nameOf } from './ownDoors.js'
import { Elsewhere, type ElsewhereProps, Socials } from './Socials.js'

export interface ImportPageProps {
  readonly run: RunTask
  /** Opens the wallet as its own page has it, with what does its tasks. */
  readonly open: (run: RunTask) => Promise<Dashboard>
}

interface Opened {
  readonly file: OpenedFile
  readonly dashboard: Dashboard
  /** How often the login has begun anew. */
  readonly round: number
}

type Shown =
  | { readonly is: 'file' }
  | ({ readonly is: 'login' } & Opened)
  | ({ readonly is: 'end'; readonly end: End; readonly email: string; readonly addresses: WalletAddresses } & Opened)

/** The person had no wallet here, and has the file's now; had the file's already; or has another, which stays as it is. */
type End = 'made' | 'same' | 'other'

/** Brings a wallet from another operator's: by its file, and a login here. A wallet that is here already is never overwritten. */
export function ImportPage({ run, open }: ImportPageProps): ReactNode {
  const [shown, setShown] = useState<Shown>({ is: 'file' })
  const { isBusy, failure, act } = useWork()
  if (shown.is === 'file') {
    const read = (chosen: File, password: string) =>
      act(async () => {
        const file = await openFile({ run, file: chosen, password })
        setShown({ is: 'login', round: 0, file, dashboard: await open(file.run) })
      })
    return <FileForm isBusy={isBusy} failure={failure} onFile={read} />
  }
  const { file, dashboard, round } = shown
  const anew = () => setShown({ is: 'login', file, dashboard, round: round + 1 })
  if (shown.is === 'end') return <Ended {...shown} onAgain={anew} />
  const arrive = (email: string) => {
    const addresses = dashboard.store.get().wallet?.addresses ?? file.addresses
    setShown({ ...shown, is: 'end', end: endOf({ file, addresses }), email, addresses })
  }
  return <LogIn key={round} file={file} dashboard={dashboard} onOpened={arrive} onLeft={anew} />
}

function endOf({ file, addresses }: { readonly file: OpenedFile; readonly addresses: WalletAddresses }): End {
  const isSame = addresses.every(({ family, address }) => address === addressIn(file.addresses, family))
  if (!isSame) return 'other'
  return file.wasUsed() ? 'made' : 'same'
}

interface LogInProps extends Omit<Opened, 'round'> {
  readonly onOpened: (name: string) => void
  readonly onLeft: () => void
}

/**
 * Shows the file's content, and the login that claims it here. It is held in this page alone, which isn’t left for a
 * provider’s.
 */
function LogIn({ file: { addresses }, dashboard, onOpened, onLeft }: LogInProps): ReactNode {
  const [elsewhere, setElsewhere] = useState<ElsewhereProps['is']>()
  const [failed, setFailed] = useState('')
  const end = (sentence = '') => {
    setFailed(sentence)
    setElsewhere(undefined)
  }
  if (elsewhere)
    return <Elsewhere is={elsewhere} dashboard={dashboard} onOpened={() => onOpened(nameOf(dashboard))} onEnd={end} />
  return (
    <LoginByMail
      {...{ dashboard, onOpened, onLeft }}
      first={(form) => (
        <Message title={sayHere('import.read')}>
          <Accounts addresses={addresses} />
          <p className="small">{sayHere('import.logIn', { host: window.location.host })}</p>
          {form}
          <div className="form">
            <Socials
              dashboard={dashboard}
              onFarcaster={() => setElsewhere('farcaster')}
              onWindow={setElsewhere}
              onFailed={setFailed}
            />
            <Failure>{failed}</Failure>
          </div>
        </Message>
      )}
    />
  )
}

interface EndedProps {
  readonly end: End
  readonly email: string
  readonly addresses: WalletAddresses
  readonly onAgain: () => void
}

/** Shows whose addresses are here now, and the ways on. */
function Ended({ end, email, addresses, onAgain }: EndedProps): ReactNode {
  const isOther = end === 'other'
  return (
    <Message
      title={sayHere(`import.${end}`)}
      actions={
        <>
          {isOther ? (
            <Button variant="quiet" onClick={onAgain}>
              {sayHere('import.again')}
            </Button>
          ) : null}
          <Link variant="button" href="/dashboard">
            {sayHere('import.open')}
          </Link>
        </>
      }
    >
      <p>{sayHere(`import.${end}Say`, { email })}</p>
      <Accounts addresses={addresses} />
    </Message>
  )
}
