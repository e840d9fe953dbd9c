import { FoyerButton, FoyerModal, NetworkButton, useFoyer, useFoyerButton } from '@foyer/react'
import { useState } from 'react'
import type { DemoProps } from '../Demo.js'
import { PageFrame } from '../PageFrame.js'
import { Filled, useWords } from '../words/WordsProvider.js'
import { Controls } from './Controls.js'
import { firstLook, type Look, variablesOf } from './look.js'
import { YourCode } from './YourCode.js'

/** The page on which every variable of the look is turned, on a kit that stands in the page. */
export function LookPage(props: DemoProps) {
  const [look, setLook] = useState<Omit<Look, 'mode'>>(firstLook)
  return (
    <PageFrame {...props}>
      {({ theme, onTheme }) => (
        <Turned
          look={{ ...look, mode: theme }}
          onLook={({ mode = theme, ...changed }) => {
            setLook({ ...look, ...changed })
            if (mode !== theme) onTheme(mode)
          }}
        />
      )}
    </PageFrame>
  )
}

interface TurnedProps {
  readonly look: Look
  readonly onLook: (look: Partial<Look>) => void
}

function Turned({ look, onLook }: TurnedProps) {
  const foyer = useFoyer()
  const { look: words } = useWords()
  const turn = (changed: Partial<Look>) => {
    foyer.setTheme({ variables: variablesOf({ ...look, ...changed }) })
    onLook(changed)
  }
  return (
    <main className="look">
      <header>
        <h1>{words.headline}</h1>
        <p className="lead">{words.lead}</p>
      </header>
      <Controls look={look} onLook={turn} />
      <div className="seen">
        <section className="preview" aria-label={words.preview}>
          <div className="preview-buttons">
            <NetworkButton />
            <FoyerButton />
          </div>
          <FoyerModal />
          <OwnButton />
        </section>
        <YourCode look={look} />
      </div>
    </main>
  )
}

/** Draws a host's own button with the kit's hook. */
function OwnButton() {
  const { own } = useWords().look
  const { account, label, notice, buttonProps } = useFoyerButton()
  return (
    <div className="own">
      <p className="hint">
        <Filled sentence={own} places={{ hook: <code dir="ltr">useFoyerButton()</code> }} />
      </p>
      <button {...buttonProps} className="own-button">
        {account ? <img src={account.avatar} alt="" width="24" height="24" referrerPolicy="no-referrer" /> : null}
        <span>{account ? (account.name ?? account.shortAddress) : label}</span>
        {account?.balance ? <small dir="ltr">{account.balance}</small> : null}
      </button>
      {notice ? <p role="alert">{notice}</p> : null}
    </div>
  )
}
