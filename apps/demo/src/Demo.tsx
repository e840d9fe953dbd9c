import type { Foyer } from '@foyer/core'
import { FoyerModal, FoyerProvider } from '@foyer/react'
import { useState } from 'react'
import { AccountCard } from './cards/AccountCard.js'
import { ActionsCard } from './cards/ActionsCard.js'
import { BuyCard } from './cards/BuyCard.js'
import { StateCard } from './cards/StateCard.js'
import { Hero } from './Hero.js'
import type { DemoSettings } from './settings.js'
import { type Theme, TopBar } from './TopBar.js'

/** The whole page. */
export function Demo({ foyer, settings }: { readonly foyer: Foyer; readonly settings: DemoSettings }) {
  const [theme, setTheme] = useState<Theme>('system')
  const choose = (chosen: Theme) => {
    setTheme(chosen)
    foyer.setTheme({ mode: chosen === 'system' ? undefined : chosen })
  }
  return (
    <FoyerProvider foyer={foyer}>
      <div className="page" data-theme={theme}>
        <TopBar theme={theme} onTheme={choose} locale={settings.locale} />
        <main>
          <Hero />
          {settings.embedded ? (
            <section className="embedded" aria-label="The modal, in the page">
              <FoyerModal />
            </section>
          ) : null}
          <div className="cards">
            <AccountCard />
            <ActionsCard chains={settings.chains} />
            <StateCard />
            <BuyCard />
          </div>
        </main>
        <footer className="foot">
          <p>Foyer is free software under the MIT licence. Everything on this page runs on this machine.</p>
        </footer>
      </div>
    </FoyerProvider>
  )
}
