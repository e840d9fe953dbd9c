import type { receive as english } from '../en/receive.js'
import type { Translated } from '../sentences.js'

export const receive: Translated<typeof english> = {
  'receive.title': 'Recibir',
  'receive.copy': 'Copiar dirección',
  'receive.code': 'Código QR de tu dirección',
  'receive.requestCode': 'Código QR de una solicitud de pago',
  'receive.copyOrScan': 'Copia tu dirección o escanea este código QR',
  'receive.scanRequest': 'La billetera que escanee este código rellena el pago.',
  'receive.ways': 'Lo que contiene el código',
  'receive.address': 'Dirección',
  'receive.request': 'Pedir importe',
  'receive.amount': 'Importe por recibir',
  'receive.token': 'Token',
  'receive.amountWrong': 'Escribe un importe en cifras, con {decimals} decimales como máximo.',
  'receive.copyRequest': 'Copiar solicitud',
  'receive.requestCopied': 'Solicitud copiada',
  'receive.onlyOnNetwork': 'Recibe activos solo en esta red',
  'receive.onlyOnNetworks': 'Recibe activos solo en estas redes',
  'receive.compatible': 'Solo puedes recibir activos en estas redes',
  'receive.noAddress': 'Cuenta no encontrada',
}
