import type { receive as english } from '../en/receive.js'
import type { Translated } from '../sentences.js'

export const receive: Translated<typeof english> = {
  'receive.title': 'Erhalten',
  'receive.copy': 'Adresse kopieren',
  'receive.code': 'QR-Code Ihrer Adresse',
  'receive.requestCode': 'QR-Code einer Zahlungsanfrage',
  'receive.copyOrScan': 'Adresse kopieren oder diesen QR-Code scannen',
  'receive.scanRequest': 'Eine Wallet, die diesen Code scannt, füllt die Zahlung aus.',
  'receive.ways': 'Was der Code enthält',
  'receive.address': 'Adresse',
  'receive.request': 'Betrag anfordern',
  'receive.amount': 'Betrag zum Empfangen',
  'receive.token': 'Token',
  'receive.amountWrong': 'Bitte den Betrag in Ziffern eingeben, mit höchstens {decimals} Nachkommastellen.',
  'receive.copyRequest': 'Anfrage kopieren',
  'receive.requestCopied': 'Anfrage kopiert',
  'receive.onlyOnNetwork': 'Nur in diesem Netzwerk Werte empfangen',
  'receive.onlyOnNetworks': 'Nur in diesen Netzwerken Werte empfangen',
  'receive.compatible': 'Sie können Werte nur in diesen Netzwerken empfangen',
  'receive.noAddress': 'Konto nicht gefunden',
}
