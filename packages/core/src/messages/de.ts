import { account } from './de/account.js'
import { payments } from './de/payments.js'
import type { alert } from './en/alert.js'
import type { signIn } from './en/signIn.js'
import type { connect as english, error } from './en.js'
import type { help, refusal, wallets } from './enViews.js'
import { german } from './locales.js'
import type { Sentences, Translated } from './sentences.js'

/** What is said until a wallet is connected, and when something goes wrong. */
const connect: Translated<
  typeof english & typeof wallets & typeof help & typeof signIn & typeof error & typeof refusal & typeof alert
> = {
  'connect.title': 'Wallet verbinden',
  'connect.wallets': 'Wallets',
  'connect.here': 'In diesem Browser',
  'connect.more': 'Andere Wallets',
  'connect.allWallets': 'Alle Wallets',
  'connect.installed': 'installiert',
  'connect.recent': 'zuletzt',
  'connect.qrCode': 'QR-Code',
  'connect.multichain': 'Multichain',
  'connect.empty': 'In diesem Browser wurde keine Wallet gefunden',
  'connect.emptyWhy': 'Eine Wallet holen oder die vorhandene einschalten, dann diese Seite neu laden.',
  'connect.getWallet': 'Wallet holen',
  'connect.legal': 'Mit dem Verbinden der Wallet akzeptieren Sie unsere',
  'connect.terms': 'Nutzungsbedingungen',
  'connect.legalAnd': 'und',
  'connect.privacy': 'Datenschutzerklärung',
  'help.walletTitle': 'Was ist eine Wallet?',
  'shell.back': 'Zurück',
  'shell.loading': 'Wird geladen',
  'shell.opensNewTab': 'öffnet in neuem Tab',
  'shell.unknown': 'Unbekannt',
  'shell.offline': 'Sie sind offline. Weiter geht es, sobald die Verbindung wieder da ist.',
  'shell.notAvailable': 'Nicht verfügbar',

  'wallets.search': 'Wallet suchen',
  'wallets.certified': 'Zertifiziert',
  'wallets.certifiedOnly': 'Nur mit WalletConnect-Zertifikat',
  'wallets.isCertified': 'zertifiziert',
  'wallets.scan': 'Per QR-Code verbinden',
  'wallets.one': '1 Wallet',
  'wallets.count': '{count} Wallets',
  'wallets.none': 'Keine Wallet gefunden',
  'wallets.noneWhy': 'Weniger Buchstaben versuchen oder alle durchsehen.',
  'wallets.showAll': 'Alle Wallets zeigen',
  'wallets.failed': 'Die Liste der Wallets konnte nicht geladen werden.',
  'wallets.moreFailed': 'Weitere Wallets konnten nicht geladen werden.',
  'wallets.agree': 'Einverstanden mit:',
  'wallets.agreeTerms': 'Nutzungsbedingungen',
  'wallets.agreePrivacy': 'Datenschutz',
  'connect.continue': 'Weiter in {wallet}',
  'connect.accept': 'Verbindungsanfrage in der Wallet annehmen',
  'connect.silent': 'Nichts geöffnet? {wallet} öffnen, entsperren und die Anfrage suchen, oder es erneut versuchen.',
  'connect.declined': 'Verbindung abgelehnt',
  'connect.declinedWhy': 'Sie haben abgelehnt, oder in der Wallet ist noch eine frühere Anfrage offen.',
  'connect.failed': 'Verbindung fehlgeschlagen',
  'connect.failedWhy': 'Die Antwort von {wallet} war nicht brauchbar. Die Wallet öffnen und es erneut versuchen.',
  'connect.timedOut': 'Keine Antwort von der Wallet',
  'connect.timedOutWhy': '{wallet} öffnen, die Anfrage suchen und es erneut versuchen.',
  'connect.gone': 'Wallet nicht gefunden',
  'connect.goneWhy': '{wallet} ist nicht mehr in diesem Browser. Wieder einschalten und die Seite neu laden.',
  'connect.pending': 'Eine Anfrage ist schon offen',
  'connect.pendingWhy': '{wallet} öffnen und die wartende Anfrage beantworten.',
  'connect.tryAgain': 'Erneut versuchen',
  'connect.noSuchWallet': '{wallet} fehlt noch?',
  'connect.get': 'Holen',
  'connect.selectChain': 'Chain wählen',
  'connect.selectChainFor': 'Chain für {wallet} wählen',
  'connect.selectChainWhy': 'Sie arbeitet auf mehreren Chains. Wählen Sie, welche verbunden wird.',
  'connect.authenticating': 'Authentifizierung...',
  'connect.signInFailed': 'Beim Start der Anmeldung ist ein Problem aufgetreten',
  'pairing.platforms': 'Wo Ihre Wallet ist',
  'pairing.browser': 'Browser',
  'pairing.mobile': 'Mobil',
  'pairing.web': 'Web-App',
  'pairing.desktop': 'Desktop',
  'pairing.scan': 'Diesen QR-Code mit dem Handy scannen',
  'pairing.code': 'QR-Code zum Verbinden einer Wallet',
  'pairing.codeOf': 'QR-Code zum Verbinden von {wallet}',
  'pairing.renewed': 'Der QR-Code wurde erneuert.',
  'pairing.show': 'QR-Code zeigen',
  'pairing.copyLink': 'Link kopieren',
  'pairing.copied': 'Link kopiert',
  'pairing.open': 'Öffnen',
  'pairing.openApp': 'Wallet-App öffnen und dort weitermachen',
  'pairing.openWeb': 'Die Wallet in einem neuen Tab öffnen und dort weitermachen',
  'pairing.noLink': 'Diese Wallet hat keinen sicheren Link zum Öffnen. Den Link kopieren und in die Wallet einfügen.',
  'pairing.silent': 'Nichts geöffnet? Den Link kopieren und in {wallet} einfügen, oder es erneut versuchen.',
  'pairing.slow': 'Noch keine Verbindung',
  'pairing.slowWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, hat noch nicht geantwortet. Bitte erneut versuchen oder anders verbinden.',
  'pairing.otherWay': 'Anders verbinden',
  'pairing.unusedWhy': 'Die Anfrage wurde nicht rechtzeitig beantwortet. Bitte neu starten und in der Wallet annehmen.',
  'pairing.failedWhy': 'Die Antwort der Wallet war nicht brauchbar. Bitte erneut versuchen oder eine andere wählen.',
  'pairing.unreachable': 'Keine Verbindung',
  'pairing.unreachableWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, ist gerade nicht erreichbar. Bitte gleich noch einmal versuchen.',
  'pairing.refused': 'Gerade nicht verfügbar',
  'pairing.refusedWhy':
    'Der Dienst, der Nachrichten zu Ihrer Wallet bringt, hat diese App abgewiesen. Bitte erneut versuchen oder anders verbinden.',
  'pairing.offline': 'Sie sind offline',
  'pairing.offlineWhy': 'Bitte wieder online gehen und es erneut versuchen.',
  'pairing.missing': 'Hier nicht verfügbar',
  'pairing.missingWhy': 'Diese App erreicht keine Wallets auf anderen Geräten. Bitte eine in diesem Browser wählen.',

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
  'help.notDetectedWhy':
    '{wallet} fehlt in diesem Browser oder ist ausgeschaltet. Holen oder einschalten, dann die Seite neu laden.',
  'help.noDownloads': 'Für diese Wallet ist keine Bezugsquelle bekannt',
  'help.noWallets': 'Die Liste der Wallets ist gerade nicht verfügbar.',
  'help.networkTitle': 'Was ist ein Netzwerk?',
  'help.getWalletTitle': 'Wallet holen',
  'help.downloadsTitle': 'Downloads',
  'help.getNamed': '{name} holen',
  'help.notAvailable': 'Dieser Teil ist hier nicht verfügbar.',

  'signIn.title': 'Anmelden',
  'signIn.lead': 'Bei {domain} anmelden',
  'signIn.why': '{dapp} möchte, dass Sie sich mit Ihrem Konto anmelden. Das bewegt nichts und kostet nichts.',
  'signIn.with': 'mit {account}, durch {wallet}',
  'signIn.required': 'Wenn Sie abbrechen, werden Sie getrennt.',
  'signIn.validUntil': 'Gültig bis {time}',
  'signIn.showText': 'Zu signierenden Text zeigen',
  'signIn.hideText': 'Text ausblenden',
  'signIn.text': 'Was signiert wird',
  'signIn.cancel': 'Abbrechen',
  'signIn.cancelling': 'Abbruch...',
  'signIn.sign': 'Signieren',
  'signIn.signing': 'Signieren...',
  'signIn.inWallet': 'Die Nachricht in {wallet} signieren.',
  'signIn.declined': 'Signatur abgelehnt',
  'signIn.smartAccount': 'Diese Anwendung unterstützt Smart Accounts vielleicht nicht',
  'signIn.invalid': 'Die Signatur konnte nicht geprüft werden. Bitte noch einmal.',
  'signIn.nobody': 'Es gibt nichts zu signieren',
  'signIn.nobodyWhy': 'Die Anmeldung beginnt, wenn eine Wallet verbunden wird.',

  'error.rejected': 'Sie haben die Anfrage in der Wallet abgelehnt.',
  'error.requestPending': 'In der Wallet ist noch eine Anfrage offen. Bitte zuerst diese beantworten.',
  'error.walletNotFound': 'Diese Wallet ist nicht im Browser. Einschalten und die Seite neu laden.',
  'error.walletLocked': 'Die Wallet hat es nicht erlaubt. Entsperren und erneut versuchen.',
  'error.walletDisconnected': 'Die Wallet hat ihre Verbindung verloren. Bitte neu verbinden.',
  'error.notSupported': 'Die Wallet kann das nicht. Bitte eine andere versuchen.',
  'error.timedOut': 'Es kam keine rechtzeitige Antwort. Bitte erneut versuchen.',
  'error.wrongAnswer':
    'Die Antwort der Wallet war nicht brauchbar. Bitte erneut versuchen oder eine andere Wallet nehmen.',
  'error.offline': 'Sie sind offline. Bitte erneut versuchen, sobald die Verbindung wieder da ist.',
  'error.networkUnavailable': 'Das Netzwerk antwortet gerade nicht. Bitte gleich noch einmal versuchen.',
  'error.serverUnavailable': 'Der Server antwortet gerade nicht. Bitte gleich noch einmal versuchen.',
  'error.busy': 'Gerade gibt es zu viele Anfragen. Bitte kurz warten, dann erneut versuchen.',
  'error.unsupportedNetwork': 'Diese App unterstützt dieses Netzwerk nicht. Bitte ein anderes wählen.',
  'error.chainNotSupported': 'Chain wird nicht unterstützt',
  'error.storage':
    'Der Browser lässt diese Seite keine Daten speichern. Beim nächsten Mal ist eine neue Verbindung nötig.',
  'error.mayHaveBeenSent': 'Die Wallet sagte nicht, ob gesendet wurde. Bitte vor einem neuen Versuch dort nachsehen.',
  'error.transactionFailed':
    'Das Netzwerk hat die Transaktion abgelehnt. Betrag und Gebühr prüfen, dann erneut versuchen.',
  'error.misconfigured': 'Diese App ist nicht fertig eingerichtet. Bitte dem Anbieter melden.',
  'error.notLoaded': 'Dieser Teil ließ sich nicht laden. Bitte erneut versuchen.',
  'error.unknown': 'Das ging nicht. Bitte erneut versuchen.',

  'alert.invalidOptions': 'Ungültige Optionen',
  'alert.invalidOptionsMore': 'Bitte korrigieren, was `createFoyer` übergeben wird.',
  'alert.networkNotFound': 'Netzwerk nicht gefunden',
  'alert.networkNotFoundMore':
    'Verlangt wurde ein Wechsel zu {network}, das nicht zu den Netzwerken dieses Kits gehört. In `networks` ergänzen.',
  'alert.invalidAppConfiguration': 'Ungültige App-Konfiguration',
  'alert.invalidAppConfigurationMore':
    'Der Ursprung {origin} steht nicht auf der Liste der erlaubten Ursprünge des Projekts. Beim Server, den `api` nennt, ergänzen.',
  'alert.projectIdNotConfigured': 'Projekt-ID nicht konfiguriert',
  'alert.projectIdNotConfiguredAlone':
    'Es wurde keine `projectId` angegeben. Ohne `api` genügt irgendein Name für die App: Unter ihm wird im Browser gespeichert.',
  'alert.projectIdNotConfiguredMore':
    'Es wurde keine `projectId` angegeben. Beim Server, den `api` nennt, ein Projekt anlegen und dessen ID übergeben.',
  'alert.invalidProjectId': 'Ungültige Projekt-ID',
  'alert.invalidProjectIdMore':
    'Der Server kennt diese Projekt-ID nicht. `projectId` mit dem Projekt beim Server, den `api` nennt, vergleichen.',
  'alert.relayOriginMore':
    'Der Ursprung {origin} steht nicht auf der Liste des Projekts beim Relay {relay}. Dort ergänzen, wo dessen Projekt-ID herkommt.',
  'alert.relayProjectMore':
    'Das Relay {relay} kennt diese Projekt-ID nicht. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.relayNoProjectMore':
    'Das Relay {relay} braucht eine Projekt-ID. Eine von dessen Betreiber als `projectId` an `walletConnect` übergeben; oder als `relayUrl` ein eigenes Relay nennen.',
  'alert.sessionExpired': 'Sitzung abgelaufen',
  'alert.sessionExpiredMore':
    'Der Server nimmt das Token noch nicht an. Die Uhr dieses Rechners mit der des Servers vergleichen.',
  'alert.adapterMissing': 'Adapter fehlt',
  'alert.adapterMissingMore':
    'Das Netzwerk {network} ist konfiguriert, aber kein Adapter für die Familie {family}. Einen in `adapters` ergänzen.',
  'alert.dismiss': 'Ausblenden',
}

/** German, all of it. */
export const de: Sentences = { ...account, ...german.button, ...connect, ...payments }
