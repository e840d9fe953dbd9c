import type { receive as english } from '../en/receive.js'
import type { Translated } from '../sentences.js'

export const receive: Translated<typeof english> = {
  'receive.title': '接收',
  'receive.copy': '复制地址',
  'receive.code': '地址二维码',
  'receive.requestCode': '付款请求二维码',
  'receive.copyOrScan': '复制地址或扫描此二维码',
  'receive.scanRequest': '钱包扫描此二维码后会自动填写付款信息。',
  'receive.ways': '二维码内容',
  'receive.address': '地址',
  'receive.request': '请求金额',
  'receive.amount': '接收金额',
  'receive.token': '代币',
  'receive.amountWrong': '请输入数字金额，最多 {decimals} 位小数。',
  'receive.copyRequest': '复制请求',
  'receive.requestCopied': '请求已复制',
  'receive.onlyOnNetwork': '请仅在此网络上接收资产',
  'receive.onlyOnNetworks': '请仅在这些网络上接收资产',
  'receive.compatible': '只能在这些网络上接收资产',
  'receive.noAddress': '未找到账户',
}
