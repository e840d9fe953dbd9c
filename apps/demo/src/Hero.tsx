import { ConnectButton, useFoyer, useFoyerAccount } from '@foyer/react'
import { type DemoSettings, hrefIn } from './settings.js'
import { useWords } from './words/WordsProvider.js'

/** Shows what a stranger reads first. */
export function Hero({ settings }: { readonly settings: DemoSettings }) {
  const foyer = useFoyer()
  const { isConnected } = useFoyerAccount()
  const { home } = useWords()
  return (
    <section className="hero">
      <div className="hero-words">
        <p className="kicker">{home.kicker}</p>
        <h1>{home.headline}</h1>
        <p className="lead">{home.lead}</p>
        <div className="hero-actions">
          {isConnected ? (
            <button type="button" className="button" onClick={() => foyer.open({ view: 'Account' })}>
              {home.yourAccount}
            </button>
          ) : (
            <ConnectButton />
          )}
          <button type="button" className="button quiet" onClick={() => foyer.open({ view: 'WhatIsAWallet' })}>
            {home.whatIsAWallet}
          </button>
        </div>
        <p className="more">
          <a href="/look">{home.toLook}</a>
          <a href="/headless">{home.toHeadless}</a>
          <a href={hrefIn({ ...settings, families: !settings.families })}>
            {settings.families ? home.toThree : home.toFamilies}
          </a>
        </p>
      </div>
      <Arches />
    </section>
  )
}

/** Doors behind doors: a hall, drawn. */
function Arches() {
  return (
    <svg className="arches" viewBox="0 0 420 360" aria-hidden="true">
      <defs>
        <linearGradient id="light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className="light-from" />
          <stop offset="1" className="light-to" />
        </linearGradient>
      </defs>
      <path className="arch arch-1" d="M20 360V190a190 190 0 0 1 380 0v170Z" />
      <path className="arch arch-2" d="M72 360V196a138 138 0 0 1 276 0v164Z" />
      <path className="arch arch-3" d="M120 360V202a90 90 0 0 1 180 0v158Z" />
      <path className="arch arch-4" d="M162 360V208a48 48 0 0 1 96 0v152Z" fill="url(#light)" />
      <path className="beam" d="M162 360h96l64 0H98Z" />
      <circle className="sun" cx="210" cy="206" r="14" />
    </svg>
  )
}
