use super::*;

fn read(mut bytes: &[u8]) -> Result<Reply, RedisError> {
    let found = reply(&mut bytes)?;
    assert!(bytes.is_empty(), "{} bytes are left", bytes.len());
    Ok(found)
}

fn bytes(text: &str) -> Reply {
    Reply::Bytes(text.into())
}

#[test]
fn commands_are_lists_of_strings() {
    let mut commands = Commands::default();
    commands.add(["GET", "a\r\nb"]);
    commands.add(["TIME"]);
    assert_eq!(commands.bytes, b"*2\r\n$3\r\nGET\r\n$4\r\na\r\nb\r\n*1\r\n$4\r\nTIME\r\n");
    assert_eq!(commands.count, 2);
}

#[test]
fn every_kind_of_reply_is_read() {
    let cases: [(&[u8], Reply); 9] = [
        (b"+OK\r\n", bytes("OK")),
        (b"+\r\n", bytes("")),
        (b":-7\r\n", Reply::Number(-7)),
        (b"$4\r\na\r\nb\r\n", bytes("a\r\nb")),
        (b"$0\r\n\r\n", bytes("")),
        (b"$-1\r\n", Reply::Nothing),
        (b"*-1\r\n", Reply::Nothing),
        (b"*0\r\n", Reply::List(vec![])),
        (b"*3\r\n$1\r\na\r\n$-1\r\n:2\r\n", Reply::List(vec![bytes("a"), Reply::Nothing, Reply::Number(2)])),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text).unwrap(), expected, "{}", text.escape_ascii());
    }
    assert_eq!([bytes("12").number::<f64>().unwrap(), Reply::Number(3).number().unwrap()], [12.0, 3.0]);
    assert!(bytes("a").number::<u64>().is_err() && Reply::Number(-1).number::<u64>().is_err());
}

#[test]
fn what_redis_refuses_is_an_error_in_its_words() {
    for text in [&b"-OOM no memory\r\n"[..], b"*2\r\n+OK\r\n-OOM no memory\r\n"] {
        let error = reply(&mut &*text).unwrap_err();
        assert!(matches!(&error, RedisError::Refused(said) if said == "OOM no memory"), "{error:?}");
        assert!(!error.is_broken_connection());
    }
}

/// Every beginning of a reply is a connection that broke off.
#[test]
fn a_reply_that_breaks_off_is_a_broken_connection() {
    let whole = b"*3\r\n$2\r\nab\r\n$-1\r\n:2\r\n";
    for end in 0..whole.len() {
        let error = reply(&mut &whole[..end]).unwrap_err();
        assert!(error.is_broken_connection(), "{end}: {error:?}");
    }
}

#[test]
fn what_is_not_a_reply_is_malformed() {
    let long = format!("+{}\r\n", "a".repeat(LONGEST_LINE as usize));
    let texts: [&[u8]; 14] = [
        b"\r\n",
        b"OK\r\n",
        b"+OK\n",
        b"+\xff\r\n",
        "é\r\n".as_bytes(),
        b":\r\n",
        b":1a\r\n",
        b"$-2\r\n",
        b"$65537\r\n",
        b"$2\r\nabc\r\n",
        b"*65537\r\n",
        b"*99999999999999999999\r\n",
        b"*1\r\n*1\r\n+OK\r\n",
        long.as_bytes(),
    ];
    for text in texts {
        let error = reply(&mut &*text).unwrap_err();
        assert!(matches!(error, RedisError::Malformed), "{}: {error:?}", text.escape_ascii());
    }
}
