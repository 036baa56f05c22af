// Written by scripts/unicode/generate.py; do not edit.
// Source: Unicode Character Database, Unicode 17.0.0, UnicodeData.txt.

/// The simple lower-case mappings.
enum LowercaseTable {
  /// Where another shift begins, in ascending order.
  static var starts: PackedTable {
    PackedTable(
      width: 4,
      count: 147,
      digits: #"""
        000000110040004`004b005h005i00610062006600670069006;006>006?006@006A006C006D006F006G006H\#
        006L006M006O006P006V006W006Y006\006^006_006a006c006g006h0074007500770078007:007;007a007b\#
        007f007g007h008P008R008j008k008m008n0091009300940095009600=o00>600>800><00>>00>A00??00?H\#
        00?d00?g00?i00?j00?m00@000@@00AP00C000C100Da012P01>P01?`01b901b@01h001jN01jP01l801nj01nl\#
        01o801o<01oH01oJ01oX01oZ01o\01oh01oj01ol024V024Z024[024b025P026302Bf02`002aP02aR02aS02aT\#
        02aW02a]02a^02a_02a`02ab02an02b00:Mm0:Mn0:N=0:N@0:NZ0:N[0:N\0:N]0:N^0:N`0:Na0:Nb0:Nc0:Nd\#
        0:O40:O50:O60:O70:O;0:O<0:OL0:Oe0?lQ0@@00@E`0@b00@e@0FjP0NT0
        """#
    )
  }

  /// What is added, modulo 2^21, to a scalar that has a mapping.
  static var shifts: PackedTable {
    PackedTable(
      width: 4,
      count: 147,
      digits: #"""
        0000000P00017oli00017on70001003B0001003>0001003=0001001?003:003;0001003=003?003C003A0001\#
        003C003E003F0001003J0001003J0001003J0001003I0001003K000100020001000200010002000100020001\#
        7onO7oo800017omn000102X[00017omM02XX00017olm001500170001001d000V000U0010000o000P00080001\#
        7oo400017ooi00017omn001@000P0001000?0001000`01aP09O@000800017oA000017n9100017ooh7onf7oog\#
        7onZ7oog7ooh7onL7ooh7on@7ooi7on07on27oog7n:S7mm17mnj000L000@0001000J000`00017mH97o4J7mHI\#
        00017mGT7mH37mGQ7mGR00017mG100017gGl00017e[H00017eZl7eZa7eZe7eZo7eZl7e[^7e[F7e[[00>P0001\#
        7oo@7eZm7gG800017eZI00017eVo0001000P000X000W0010000P000K000R
        """#
    )
  }
}
