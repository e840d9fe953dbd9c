import type { help as english } from '../en/help.js'
import type { Translated } from '../sentences.js'

export const help: Translated<typeof english> = {
  'help.login': 'Ein Login für das ganze Web3',
  'help.loginText':
    'Die Wallet sagt einer App, wer Sie sind. Es gibt kein Konto anzulegen und kein Passwort zu merken.',
  'help.home': 'Ein Zuhause für digitale Werte',
  'help.homeText':
    'Sie verwahrt die Schlüssel zu Coins, Token und Sammlerstücken. Nur Sie können bewegen, was ihnen gehört.',
  'help.gateway': 'Das Tor zu einem neuen Web',
  'help.gatewayText': 'Zahlen, handeln, abstimmen und spielen mit derselben Wallet, in jeder App, die mit ihr spricht.',
  'help.getWallet': 'Wallet holen',
  'help.nuts': 'Wie das System funktioniert',
  'help.nutsText':
    'Ein Netzwerk besteht aus vielen Computern, die gemeinsam festhalten, wem was gehört, und sich über jede Änderung einigen.',
  'help.uses': 'Für verschiedene Zwecke gemacht',
  'help.usesText':
    'Manche sollen schnell sein, manche wenig kosten, manche kaum aufzuhalten sein. Apps wählen, was zu ihnen passt.',
  'help.learnMore': 'Mehr erfahren',
  'help.getWalletText':
    'Eine Wallet ist eine App oder Browser-Erweiterung. Installieren, dann hierher zurückkommen und verbinden.',
  'help.exploreAll': 'Alle ansehen',
  'help.reloadText': 'Schon hinzugefügt?',
  'help.reload': 'Seite neu laden',
  'help.chrome': 'Chrome-Erweiterung',
  'help.ios': 'iOS-App',
  'help.android': 'Android-App',
  'help.website': 'Website',
  'help.notDetected': 'Nicht erkannt',
  'help.noDownloads': 'Für diese Wallet ist keine Bezugsquelle bekannt',
  'help.noWallets': 'Die Liste der Wallets ist gerade nicht verfügbar.',
  'help.networkTitle': 'Was ist ein Netzwerk?',
  'help.getWalletTitle': 'Wallet holen',
  'help.downloadsTitle': 'Downloads',
  'help.getNamed': '{name} holen',
  'help.notAvailable': 'Dieser Teil ist hier nicht verfügbar.',
}
